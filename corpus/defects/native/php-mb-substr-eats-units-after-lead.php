<?php
$values = [];
for ($i = 0; ($one = mb_substr("\xE2AB", $i, 1, "UTF-8")) !== ""; $i++) {
    $values[] = mb_check_encoding($one, "UTF-8") ? sprintf("%X", mb_ord($one, "UTF-8")) : "FFFD";
}
echo implode(" ", $values), "\n";
