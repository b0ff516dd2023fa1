const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
import { createRequire } from 'node:module';
const { PhpNode } = createRequire(process.env.NODE_PATH + '/')('php-wasm/PhpNode');
const php = new PhpNode();
console.log(hex(await php.exec('"A\\xE2\\x82B"')));
process.exit(0);
