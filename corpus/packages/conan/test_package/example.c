@file:shared/example.c@
