module @go_module@

go 1.17
