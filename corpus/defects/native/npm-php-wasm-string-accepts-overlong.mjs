import { createRequire } from 'node:module';
const { PhpNode } = createRequire(process.env.NODE_PATH + '/')('php-wasm/PhpNode');
const php = new PhpNode();
const text = await php.exec('"\\xC0\\xAF"');
console.log(text === '/' ? 'well-formed' : 'ill-formed');
process.exit(0);
