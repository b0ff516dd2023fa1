<?php
$n = 4194279;
$text = str_repeat("A", $n - 1) . "\xF0";
var_dump(mb_strpos($text, "\x01", $n, "UTF-8"));
