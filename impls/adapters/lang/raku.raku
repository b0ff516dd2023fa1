# Rakudo's decoders, one per argument, as a child of `placemat audit`:
#   raku impls/adapters/lang/raku.raku blob_decode
# Shows what they do; must not know what is right. A grapheme of MoarVM may hold
# several scalar values: .ords would normalise, .NFC of ill-suited text too, so
# the values are those of NFC; inputs that NFC changes are for other decoders.
my @apis = 'blob_decode', 'blob_decode_utf8_c8';
sub MAIN(Str $api = '') {
  unless $api eq any(@apis) {
    note "raku.raku: which decoder? One of: @apis[]";
    exit 2;
  }
  my &decode = do given $api {
    when 'blob_decode' { -> $units { $units.decode('utf-8') } }
    when 'blob_decode_utf8_c8' { -> $units { $units.decode('utf8-c8') } }
  };
  my $mode = $api eq 'blob_decode' ?? 'strict' !! 'lossy';
  my $claim = $api eq 'blob_decode' ?? '"dialect":"utf-8","policy":"reject",' !! '';
  for $*IN.lines -> $line {
    my ($number, $asked, $hex) = $line.split(' ', 3);
    if $number eq 'placemat' {
      put qq[hello \{"name":"raku_$api","version":"{$*RAKU.compiler.version}",{$claim}"bom":"keep","modes":["$mode"]\}];
    } elsif $asked ne $mode {
      put "$number unsupported";
    } else {
      my $units = blob8.new(($hex // '').comb(2).map({ :16($_) }));
      my $seen = try decode($units);
      put $seen.defined ?? ($number, 'ok', |$seen.NFC.list.map(*.base(16))).join(' ') !! "$number error - - {$!.message.lines.head}";
    }
    $*OUT.flush;
  }
}
