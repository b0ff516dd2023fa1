@file:shared/set.h@

@rows@

#endif
