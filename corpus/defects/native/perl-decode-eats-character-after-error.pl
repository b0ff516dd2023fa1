use strict;
use warnings;
use Encode ();

my $text = Encode::decode('UTF-8', "\xED\xE2\x82\xAC", Encode::FB_DEFAULT);
print join(' ', map { sprintf '%X', ord } split //, $text), "\n";
