@file:shared/vector.h@
