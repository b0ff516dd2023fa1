use strict;
use warnings;
use JSON::XS;

my $read = eval { JSON::XS->new->utf8->decode("[\"\x80\xC0\x80\"]"); 1 };
print $read ? "well-formed\n" : "ill-formed\n";
