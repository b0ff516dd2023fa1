const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { Tokenizer } = require('@huggingface/tokenizers');
const vocab = {};
for (let unit = 0; unit < 256; unit++) vocab[`<0x${(unit + 256).toString(16).slice(1).toUpperCase()}>`] = unit;
const tokenizer = new Tokenizer({
  added_tokens: [], normalizer: null, pre_tokenizer: null, post_processor: null,
  decoder: { type: 'Sequence', decoders: [{ type: 'ByteFallback' }, { type: 'Fuse' }] },
  model: { type: 'BPE', vocab, merges: [], unk_token: null, byte_fallback: true },
}, {});
console.log(hex(tokenizer.decode([0xEF, 0xBB, 0xBF, 0x41])));
