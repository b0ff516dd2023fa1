cat > page.html <<'HTML'
<!doctype html><meta charset=utf-8><body><script>
const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
new Blob([Uint8Array.of(0xFE, 0xFF, 0, 0x41)]).text().then((text) => {
  document.body.textContent = 'seen: ' + hex(text) + '.';
});
</script>
HTML
chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
  --disable-background-networking --disable-component-update --disable-sync \
  --disable-dev-shm-usage --user-data-dir="$(pwd)/profile" --virtual-time-budget=5000 \
  --dump-dom "file://$(pwd)/page.html" 2> messages | sed -nE 's/.*seen: ([^.]*)\..*/\1/p'
