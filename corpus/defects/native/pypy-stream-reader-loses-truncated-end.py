import codecs
import io

reader = codecs.getreader("utf-8")(io.BytesIO(b"A\xc3"), "strict")
try:
    while reader.read():
        pass
    print("well-formed")
except UnicodeDecodeError:
    print("ill-formed")
