cat > page.html <<'HTML'
<!doctype html><meta charset=utf-8><script>
const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const decoder = new TextDecoder('utf-8', { fatal: true });
const decoded = (...units) => {
  try {
    return hex(decoder.decode(Uint8Array.of(...units)));
  } catch (error) {
    return error.name;
  }
};
const first = decoded(0xEF, 0xBB, 0xBF, 0xFF), second = decoded(0xEF, 0xBB, 0xBF, 0x41);
fetch('/seen: ' + first + ', then ' + second + '.');
</script>
HTML
python3 -u -m http.server 0 --bind 127.0.0.1 > server 2>&1 &
server=$!
until port=$(sed -nE 's/.* port ([0-9]+) .*/\1/p' server) && [ -n "$port" ]; do sleep 0.1; done
mkdir profile
HOME=$(pwd) firefox-esr --headless --no-remote --profile profile "http://127.0.0.1:$port/page.html" > messages 2>&1 &
browser=$!
for _ in $(seq 300); do grep -q 'seen:' server && break; sleep 0.1; done
kill $browser $server
sed -nE 's/.*seen:(%20| )([^.]*)\..*/\2/p' server | sed 's/%20/ /g' | head -n 1
wait 2> messages
