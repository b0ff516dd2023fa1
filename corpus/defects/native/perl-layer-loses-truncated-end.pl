use strict;
use warnings FATAL => 'utf8';

my $units = "A\xC3";
my $read = eval {
  open my $in, '<:encoding(UTF-8)', \$units or exit 2;
  my $text = do { local $/; <$in> };
  close $in or die 'close';
  1;
};
print $read ? "well-formed\n" : "ill-formed\n";
