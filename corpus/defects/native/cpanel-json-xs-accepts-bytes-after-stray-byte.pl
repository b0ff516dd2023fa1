use strict;
use warnings;
use Cpanel::JSON::XS;

my $read = eval { Cpanel::JSON::XS->new->utf8->decode("[\"\x80\xC0\x80\"]"); 1 };
print $read ? "well-formed\n" : "ill-formed\n";
