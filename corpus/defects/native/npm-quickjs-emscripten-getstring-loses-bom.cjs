const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
require('quickjs-emscripten').getQuickJS().then((engine) => {
  const vm = engine.newContext();
  const text = vm.unwrapResult(vm.evalCode('String.fromCharCode(0xFEFF, 0x41)'));
  console.log(hex(vm.getString(text)));
});
