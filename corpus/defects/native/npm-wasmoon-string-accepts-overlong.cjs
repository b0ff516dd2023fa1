const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { LuaFactory } = require('wasmoon');
new LuaFactory().createEngine().then((lua) => {
  const text = lua.doStringSync("return '\\xC0\\xAF'");
  console.log(text === '/' ? 'well-formed' : 'ill-formed');
});
