# Perl's decoders, one per argument, as a child of `placemat audit`:
#   perl impls/adapters/lang/perl.pl encode_decode
# Shows what they do; must not know what is right.
use strict;
use warnings;
no warnings qw(once utf8 surrogate nonchar non_unicode);
use Encode ();

my ($strict, $lossy, $policy, $dialect) = (undef, undef, 'reject', 'utf-8');
my ($name, $version, $stream, $verdict) = ($ARGV[0], sprintf('%vd', $^V));
sub layer {  # through a file handle with an encoding layer
  my ($layer) = @_;
  return sub {
    my $units = $_[0];
    use warnings;
    local $SIG{__WARN__} = sub { die 'warned' };
    open my $in, "<$layer", \$units or die $!;
    local $/;
    return <$in> // '';
  };
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
  encode_decode_lax => sub { ($strict, $lossy, $policy, $dialect) = (strict_of('utf8'), lossy_of('utf8')) },
  utf8_decode => sub {
    $strict = sub { my $units = $_[0]; utf8::decode($units) or $units !~ /[\x80-\xFF]/ or die; $units };
    ($policy, $dialect) = (undef, undef);
  },
  utf8_upgrade_flag => sub {  # _utf8_on and is_utf8 with CHECK
    $verdict = sub { my $units = $_[0]; Encode::_utf8_on($units); utf8::valid($units) && Encode::is_utf8($units, 1) };
  },
  unpack_u => sub { $strict = sub { local $SIG{__WARN__} = sub { die }; use warnings; my $text = ''; $text .= chr for unpack 'C0U*', $_[0]; $text }; ($policy, $dialect) = (undef, undef) },
  layer_encoding => sub {
    require PerlIO::encoding;
    $strict = layer(':encoding(UTF-8)');
    $lossy = sub {
      local $PerlIO::encoding::fallback = Encode::FB_DEFAULT() | Encode::STOP_AT_PARTIAL();
      $strict->($_[0]);
    };
    $policy = 'maximal-subpart';
  },
  layer_utf8 => sub { $strict = layer(':utf8'); ($policy, $dialect) = (undef, undef) },
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
if (!defined $name or !$apis{$name}) {
  print STDERR 'perl.pl: which decoder? One of: ', join(' ', sort keys %apis), "\n";
  exit 2;
}
$apis{$name}->();
my %functions = (strict => $strict, lossy => $lossy, stream => $stream, verdict => $verdict);
my $modes = join ',', map { "\"$_\"" } grep { $functions{$_} } sort keys %functions;
my $claim = defined $policy ? qq("dialect":"$dialect","policy":"$policy",) : '';
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
    push @answers, !defined $seen ? "$number error - -\n"
      : ref $seen ? "$number unsupported\n"
      : $mode eq 'verdict' ? $number . ($seen ? " ok\n" : " error - -\n")
      : join(' ', $number, 'ok', map { sprintf '%X', ord } split //, $seen) . "\n";
  }
  print @answers;
  STDOUT->flush;
}
