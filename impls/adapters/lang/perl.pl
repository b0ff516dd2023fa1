# Perl's decoders, one per argument, as a child of `placemat audit`:
#   perl impls/adapters/lang/perl.pl encode_decode
# Shows what they do; must not know what is right.
use strict;
use warnings;
no warnings qw(once utf8 surrogate nonchar non_unicode);
use Encode ();

my ($strict, $lossy, $policy, $dialect) = (undef, undef, 'reject', 'utf-8');
my ($name, $version, $stream, $verdict) = ($ARGV[0], sprintf('%vd', $^V));
# Through a file handle with an encoding layer; a warning is an error only where Perl is told so.
sub read_layer {
  my ($layer, $units) = @_;
  no warnings;
  open my $in, "<$layer", \$units or die $!;
  local $/;
  return <$in> // '';
}
sub read_layer_fatal {
  my ($layer, $units) = @_;
  use warnings FATAL => 'utf8';
  open my $in, "<$layer", \$units or die $!;
  local $/;
  return <$in> // '';
}
sub json {  # a string literal; what JSON forbids inside one is not asked
  my ($class) = @_;
  eval "require $class" or die $@;
  $version = $class->VERSION;
  return sub {
    return if $_[0] =~ /[\x00-\x1F"\\]/;
    return $class->new->utf8->allow_nonref->decode('"' . $_[0] . '"');
  };
}
sub lossy_of {
  my ($encoding) = @_;
  return sub { my $units = $_[0]; Encode::decode($encoding, $units, Encode::FB_DEFAULT) };
}
sub strict_of {
  my ($encoding) = @_;
  return sub { my $units = $_[0]; Encode::decode($encoding, $units, Encode::FB_CROAK) };
}
my %apis = (
  encode_decode => sub {
    ($strict, $lossy, $policy) = (strict_of('UTF-8'), lossy_of('UTF-8'), 'maximal-subpart');
    $stream = sub {  # FB_QUIET-style: what is incomplete stays in the buffer
      my ($pending, $text) = ('', '');
      for (@_) { $pending .= $_; $text .= Encode::decode('UTF-8', $pending, Encode::STOP_AT_PARTIAL) }
      return $text . Encode::decode('UTF-8', $pending);
    };
  },
  # perlunicode and Encode: `utf8` and the functions without a check are Perl's own dialect.
  encode_decode_lax => sub { ($strict, $lossy, $policy, $dialect) = (strict_of('utf8'), lossy_of('utf8'), undef, 'utf-8-perl') },
  utf8_decode => sub {
    $strict = sub { my $units = $_[0]; utf8::decode($units) or die 'utf8::decode returns false'; $units };
    ($policy, $dialect) = (undef, 'utf-8-perl');
  },
  utf8_upgrade_flag => sub {  # _utf8_on and is_utf8 with CHECK
    $verdict = sub { my $units = $_[0]; Encode::_utf8_on($units); Encode::is_utf8($units, 1) };
  },
  unpack_u => sub { $lossy = sub { no warnings; [unpack 'C0U*', $_[0]] }; ($policy, $dialect) = (undef, 'utf-8-perl') },
  layer_encoding => sub {
    $strict = sub { read_layer_fatal(':encoding(UTF-8)', @_) };
    $lossy = sub { read_layer(':encoding(UTF-8)', @_) };
    ($policy, $dialect) = (undef, undef);
  },
  layer_encoding_fallback => sub {
    require PerlIO::encoding;
    $lossy = sub {
      local $PerlIO::encoding::fallback = Encode::FB_DEFAULT() | Encode::STOP_AT_PARTIAL();
      read_layer(':encoding(UTF-8)', @_);
    };
    $policy = 'maximal-subpart';
  },
  layer_utf8 => sub {
    $strict = sub { read_layer_fatal(':utf8', @_) };
    $lossy = sub { read_layer(':utf8', @_) };
    ($policy, $dialect) = (undef, 'utf-8-perl');
  },
  unicode_utf8 => sub {
    require Unicode::UTF8;
    ($name, $version) = ('unicode_utf8', Unicode::UTF8->VERSION);
    $strict = sub { use warnings FATAL => 'utf8'; Unicode::UTF8::decode_utf8($_[0]) };
    $lossy = sub { no warnings; Unicode::UTF8::decode_utf8($_[0]) };
    $verdict = sub { Unicode::UTF8::valid_utf8($_[0]) };
    $policy = 'maximal-subpart';
  },
  json_pp => sub { $strict = json('JSON::PP') },
  json_xs => sub { $strict = json('JSON::XS') },
  cpanel_json_xs => sub { $strict = json('Cpanel::JSON::XS') },
);
# The characters of a string; one that Perl does not call valid is shown as its units.
sub shown {
  return map { utf8::valid($_) ? sprintf('%X', ord) : raw($_) } split //, $_[0];
}
sub raw {
  my ($units) = @_;
  Encode::_utf8_off($units);
  return map { 'raw:' . unpack 'H*', $_ } unpack '(a6)*', $units;
}
if (!defined $name or !$apis{$name}) {
  print STDERR 'perl.pl: which decoder? One of: ', join(' ', sort keys %apis), "\n";
  exit 2;
}
$apis{$name}->();
my %functions = (strict => $strict, lossy => $lossy, stream => $stream, verdict => $verdict);
my $modes = join ',', map { "\"$_\"" } grep { $functions{$_} } sort keys %functions;
my $claim = join '', defined $dialect ? qq("dialect":"$dialect",) : (), defined $policy ? qq("policy":"$policy",) : ();
$| = 0;
binmode STDOUT;
my ($pending, $block) = ('', '');
while (sysread STDIN, $block, 1 << 18) {
  my @lines = split /\n/, $pending . $block, -1;
  $pending = pop @lines;
  my @answers;
  for (@lines) {
    my ($number, $mode, $text) = split / /, $_, 3;
    if ($number eq 'placemat') {
      push @answers, qq(hello {"name":"perl_$name","version":"$version",$claim"bom":"keep","modes":[$modes]}\n);
      next;
    }
    my $function = $functions{$mode};
    my @chunks = map { pack 'H*', s/\s//gr } split /\|/, $text // '', -1;
    @chunks = ('') unless @chunks;
    my $seen = $function ? eval { $function->(@chunks) // \'unsupported' } : \'unsupported';
    push @answers, !defined $seen ? "$number error - - " . $@ =~ s/ at \S+ line.*//sr =~ s/[^ -~]/?/gr . "\n"
      : ref $seen eq 'ARRAY' ? join(' ', $number, 'ok', map { sprintf '%X', $_ } @$seen) . "\n"
      : ref $seen ? "$number unsupported\n"
      : $mode eq 'verdict' ? $number . ($seen ? " ok\n" : " error - -\n")
      : join(' ', $number, 'ok', shown($seen)) . "\n";
  }
  print @answers;
  STDOUT->flush;
}
