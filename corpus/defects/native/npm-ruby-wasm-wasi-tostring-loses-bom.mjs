import { readFileSync } from 'node:fs';
const at = process.env.NODE_PATH + '/@ruby/';
const { DefaultRubyVM } = await import(at + 'wasm-wasi/dist/esm/node.js');
const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const module = await WebAssembly.compile(readFileSync(at + '3.4-wasm-wasi/dist/ruby.wasm'));
const { vm } = await DefaultRubyVM(module);
console.log(hex(vm.eval('"\\u{FEFF}A"').toString()));
