import os

from conan import ConanFile
from conan.tools.files import copy


class PlacematVectors(ConanFile):
    name = "@name@"
    version = "@version@"
    description = "@description@"
    license = "@licence@"
    topics = ("utf-8", "unicode", "conformance", "test-vectors")
    package_type = "header-library"
    exports_sources = "include/*", "LICENSE"
    no_copy_source = True

    def package_id(self):
        self.info.clear()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "*.h", os.path.join(self.source_folder, "include"),
             os.path.join(self.package_folder, "include"))

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
