import { createRequire } from 'node:module';
const { Message, ObjectSize, Struct, utils } = await import(createRequire(process.env.NODE_PATH + '/x.js').resolve('capnp-es'));
const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
class Root extends Struct {
  static _capnp = { displayName: 'Root', id: '0', size: new ObjectSize(0, 1) };
}
const message = new Message();
utils.setText(0, '\uFEFFA', message.initRoot(Root));
const read = new Message(message.toArrayBuffer(), false);
console.log(hex(utils.getText(0, read.getRoot(Root))));
