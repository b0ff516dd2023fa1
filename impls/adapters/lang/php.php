<?php
// PHP's decoders, one per argument, as a child of `placemat audit`:
//   php impls/adapters/lang/php.php mb_scrub
// Shows what they do; must not know what is right. UTF-32 is made by mbstring
// from text that the function under test has made well-formed; other text is
// shown as its units.
error_reporting(0);
mb_substitute_character(0xFFFD);
$utf32 = fn($text) => array_values(unpack('N*', mb_convert_encoding($text, 'UTF-32BE', 'UTF-8')) ?: []);
$points = fn($text) => mb_check_encoding($text, 'UTF-8') ? $utf32($text)
    : array_map(fn($unit) => $unit < 0x80 ? $unit : sprintf('raw:%02X', $unit), array_values(unpack('C*', $text)));
$literal = fn($units) => !preg_match('/[\x00-\x1F"\\\\]/', $units);
$fail = fn() => throw new Exception('it returns what stands for an error');
$or_fail = fn($text) => $text === false || $text === null ? $fail() : $text;
// json_encode writes \uXXXX: read it without a decoder.
$escaped = function ($json) {
    $values = [];
    preg_match_all('/\\\\u([0-9a-f]{4})|\\\\(.)|(.)/s', substr($json, 1, -1), $parts, PREG_SET_ORDER);
    foreach ($parts as $part) {
        $value = $part[1] !== '' ? hexdec($part[1])
            : (($part[2] ?? '') !== '' ? ord(strtr($part[2], 'bfnrt', "\x08\f\n\r\t")) : ord($part[3]));
        $last = end($values);
        if ($part[1] !== '' && $value >= 0xDC00 && $value <= 0xDFFF && $last >= 0xD800 && $last <= 0xDBFF) {
            array_pop($values);
            $value = 0x10000 + (($last - 0xD800) << 10) + ($value - 0xDC00);
        }
        $values[] = $value;
    }
    return $values;
};
// The target encoding has limits of its own.
$to = fn($target) => fn($u) => array_values(unpack('N*', $or_fail(iconv('UTF-8', $target, $u))) ?: []);
$apis = [
    'mb_check_encoding' => ['reject', ['verdict' => fn($u) => mb_check_encoding($u, 'UTF-8')]],
    'mb_convert_encoding' => ['maximal-subpart', ['lossy' => $utf32]],
    'mb_scrub' => ['maximal-subpart', ['lossy' => fn($u) => $points(mb_scrub($u, 'UTF-8'))]],
    'mb_ord' => [null, ['strict' => function ($u) use ($or_fail) {
        $values = [];
        foreach (mb_str_split($u, 1, 'UTF-8') as $one) $values[] = $or_fail(mb_ord($one, 'UTF-8'));
        return $values;
    }]],
    'preg_match_u' => ['reject', ['verdict' => fn($u) => preg_match('//u', $u) === 1]],
    'json_encode' => ['reject', ['strict' => fn($u) => $escaped($or_fail(json_encode($u, JSON_UNESCAPED_SLASHES)))]],
    'json_encode_substitute' => ['maximal-subpart',
        ['lossy' => fn($u) => $escaped($or_fail(json_encode($u, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES)))]],
    'json_encode_ignore' => ['skip',
        ['lossy' => fn($u) => $escaped($or_fail(json_encode($u, JSON_INVALID_UTF8_IGNORE | JSON_UNESCAPED_SLASHES)))]],
    'json_decode' => ['reject', ['strict' => fn($u) =>
        $literal($u) ? $points($or_fail(json_decode("\"$u\""))) : null]],
    'htmlspecialchars' => ['reject', ['strict' => fn($u) => $u === '' ? [] :
        (($text = htmlspecialchars($u, ENT_NOQUOTES, 'UTF-8')) === '' ? $fail()
            : $points(htmlspecialchars_decode($text, ENT_NOQUOTES)))]],
    'htmlspecialchars_substitute' => ['maximal-subpart', ['lossy' => fn($u) => preg_match('/[&<>]/', $u) ? null
        : $points(htmlspecialchars($u, ENT_NOQUOTES | ENT_SUBSTITUTE, 'UTF-8'))]],
    'htmlspecialchars_ignore' => ['skip', ['lossy' => fn($u) => preg_match('/[&<>]/', $u) ? null
        : $points(htmlspecialchars($u, ENT_NOQUOTES | ENT_IGNORE, 'UTF-8'))]],
    'iconv' => ['reject', ['strict' => $to('UTF-32BE')]],
    'iconv_ignore' => ['skip', ['lossy' => $to('UTF-32BE//IGNORE')]],
    'iconv_ucs_4' => ['reject', ['strict' => $to('UCS-4')]],
    'iconv_ucs_4_ignore' => ['skip', ['lossy' => $to('UCS-4//IGNORE')]],
    'utf8_decode' => [null, ['lossy' => fn($u) => array_values(unpack('C*', utf8_decode($u)) ?: [])]],
];
if (!isset($apis[$argv[1] ?? ''])) {
    fwrite(STDERR, 'php.php: which decoder? One of: ' . implode(' ', array_keys($apis)) . "\n");
    exit(2);
}
[$policy, $functions] = $apis[$argv[1]];
$hello = ['name' => 'php_' . $argv[1], 'version' => PHP_VERSION]
    + ($policy ? ['dialect' => 'utf-8', 'policy' => $policy] : [])
    + ['bom' => 'keep', 'modes' => array_keys($functions)];
stream_set_blocking(STDIN, true);
for ($pending = ''; ($block = fread(STDIN, 1 << 18)) !== '' && $block !== false;) {
    $lines = explode("\n", $pending . $block);
    $pending = array_pop($lines);
    $answers = '';
    foreach ($lines as $line) {
        [$number, $mode, $text] = explode(' ', $line . '  ', 3);
        if ($number === 'placemat') {
            $answers .= 'hello ' . json_encode($hello) . "\n";
            continue;
        }
        try {
            $seen = isset($functions[$mode]) ? $functions[$mode](hex2bin(trim($text))) : null;
            if ($mode === 'verdict' && $seen !== null) $answers .= $number . ($seen ? " ok\n" : " error - -\n");
            elseif ($seen === null) $answers .= "$number unsupported\n";
            else $answers .= "$number ok " . implode(' ', array_map(fn($value) => is_int($value) ? sprintf('%X', $value) : $value, $seen)) . "\n";
        } catch (Throwable $thrown) {
            $answers .= "$number error - - " . get_class($thrown) . ': ' . $thrown->getMessage() . "\n";
        }
    }
    fwrite(STDOUT, $answers);
}
