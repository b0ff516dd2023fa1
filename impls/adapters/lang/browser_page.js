// Decoders of a browser, one per name, in a page that browser.py opens. `answer` takes questions
// and promises the answers, a line each. It shows what the browser does, and must not know what is
// right.
'use strict';
const is_forbidden = {};
const refuse = (units, of) => { if (units.some((unit) => of.includes(unit))) throw is_forbidden; };

function text_decoder(options) {
  const lossy = new TextDecoder('utf-8', options);
  return {
    strict: (units) => new TextDecoder('utf-8', { ...options, fatal: true }).decode(units),
    lossy: (units) => lossy.decode(units),
    stream: (chunks) => {
      const decoder = new TextDecoder('utf-8', options);
      return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
    },
  };
}
// One decoder for all texts, also behind a text that it refused.
function text_decoder_reused() {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return { strict: (units) => decoder.decode(units) };
}
const stream_of = (chunks) => new ReadableStream({
  start(c) { chunks.forEach((chunk) => c.enqueue(chunk)); c.close(); } });
async function decoded_stream(chunks) {
  const stream = new TextDecoderStream(), writer = stream.writable.getWriter(), reader = stream.readable.getReader();
  for (const chunk of chunks) writer.write(chunk);
  writer.close();
  let all = '';
  for (let part; !(part = await reader.read()).done;) all += part.value;
  return all;
}
const file_reader = (units) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result);
  reader.onerror = () => reject(reader.error);
  reader.readAsText(new Blob([units]));
});
const hex = (units) => [...units].map((u) => u.toString(16).padStart(2, '0')).join('');
const percent = (units) => [...units].map((u) => '%' + u.toString(16).padStart(2, '0')).join('');

// Many texts in one resource, between markers that are searched for again. When not all are found,
// each text is asked alone.
function in_one(forbidden, load) {
  return async (texts) => {
    const seen = texts.map((units) => (units.some((unit) => forbidden.includes(unit)) ? is_forbidden : null));
    const asked = texts.map((_, i) => i).filter((i) => seen[i] === null);
    const all = await load(asked.map((i) => texts[i]));
    for (let k = 0; k < asked.length; k++) {
      seen[asked[k]] = all ? all[k] : (await load([texts[asked[k]]]))?.[0] ?? new Error('a marker is missing');
    }
    return seen;
  };
}
// The texts between two pieces of ASCII, behind a head, in one buffer: each part of a blob costs more
// than a text does.
const ascii = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));
function joined(head, before, texts, behind, tail = '') {
  const [first, left, right, last] = [head, before, behind, tail].map(ascii);
  const around = left.length + right.length;
  const all = new Uint8Array(texts.reduce((size, units) => size + units.length + around, first.length + last.length));
  let at = 0;
  const add = (units) => { all.set(units, at); at += units.length; };
  add(first);
  for (const units of texts) { add(left); add(units); add(right); }
  add(last);
  return all;
}
function blob_url(parts, type) { return URL.createObjectURL(new Blob(parts, { type })); }
function loaded(element, url) {
  return new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = () => reject(new Error('not loaded'));
    element.src = url;
    document.body.append(element);
  }).finally(() => URL.revokeObjectURL(url));
}
async function html(texts) {
  const frame = document.createElement('iframe');
  try {
    await loaded(frame, blob_url([joined('<!doctype html><body>', '<pre>x', texts, '</pre>')], 'text/html;charset=utf-8'));
    const found = [...frame.contentDocument.querySelectorAll('body > pre')].map((p) => p.textContent.slice(1));
    return found.length === texts.length ? found : null;
  } finally {
    frame.remove();
  }
}
async function script(texts) {
  const element = document.createElement('script');
  globalThis.placemat_texts = null;
  try {
    await loaded(element, blob_url([joined('placemat_texts=[', '"', texts, '",\n', ']')], 'text/javascript;charset=utf-8'));
    return globalThis.placemat_texts?.length === texts.length ? globalThis.placemat_texts : null;
  } finally {
    element.remove();
  }
}

// Six at a time, as many as a browser has connections to one server.
async function in_turns(questions, ask) {
  const seen = [];
  let next = 0;
  const go_on = async () => {
    while (next < questions.length) {
      const i = next++;
      seen[i] = await ask(questions[i]).catch((error) => error);
    }
  };
  await Promise.all(Array.from({ length: 6 }, go_on));
  return seen;
}
const fetched = async (chunks) => (await fetch('/text', { method: 'POST', body: chunks.map(hex).join('|') })).text();

// A connection fails at ill-formed text, and the texts behind it need another one.
function received(questions) {
  return new Promise((resolve) => {
    const seen = [], socket = new WebSocket(`ws://${location.host}/`);
    socket.onopen = () => socket.send(questions.map((chunks) => chunks.map(hex).join('|')).join(' '));
    socket.onmessage = (message) => { if (seen.push(message.data) === questions.length) socket.close(); };
    socket.onclose = (event) => {
      if (seen.length < questions.length) seen.push(new Error(`closed, code ${event.code}`));
      resolve(seen);
    };
  });
}
async function web_socket(questions) {
  const seen = [];
  while (seen.length < questions.length) seen.push(...await received(questions.slice(seen.length)));
  return seen;
}

const whatwg = (functions, bom = 'strip-leading') => ({ functions, policy: 'maximal-subpart', bom });
const apis = {
  textdecoder: whatwg(text_decoder()),
  textdecoder_ignorebom: whatwg(text_decoder({ ignoreBOM: true }), 'keep'),
  textdecoder_reused: whatwg(text_decoder_reused()),
  textdecoderstream: whatwg({ stream: decoded_stream }),
  response_text: whatwg({
    lossy: (units) => new Response(units).text(),
    stream: (chunks) => new Response(stream_of(chunks)).text(),
  }),
  blob_text: whatwg({ lossy: (units) => new Blob([units]).text() }),
  file_reader: whatwg({ lossy: file_reader }),
  fetch_text: {
    ...whatwg({}),
    all: { lossy: (texts) => in_turns(texts.map((units) => [units]), fetched), stream: (questions) => in_turns(questions, fetched) },
  },
  html: { ...whatwg({}, 'keep'), all: { lossy: in_one([0, 0x0D, 0x26, 0x3C], html) } },
  script: { ...whatwg({}, 'keep'), all: { lossy: in_one([0x0A, 0x0D, 0x22, 0x5C], script) } },
  decodeuricomponent: { functions: { strict: (units) => decodeURIComponent(percent(units)) }, policy: 'reject', bom: 'keep' },
  urlsearchparams: whatwg({ lossy: (units) => new URLSearchParams('a=' + percent(units)).get('a') }, 'keep'),
  websocket: {
    functions: {}, policy: 'reject', bom: 'keep',
    all: { strict: (texts) => web_socket(texts.map((units) => [units])), stream: web_socket },
  },
};
const modes_of = (api) => Object.keys({ ...api.functions, ...api.all });
const description_of = (name) => JSON.stringify({ ...apis[name], modes: modes_of(apis[name]) });

// The digits of all units and of all values of 16 bits, made once.
const digits = Array.from({ length: 0x10000 }, (_, value) => value.toString(16).toUpperCase());
const value_of_digit = new Uint8Array(0x80);
for (let i = 0; i < 22; i++) value_of_digit['0123456789ABCDEFabcdef'.charCodeAt(i)] = i < 16 ? i : i - 6;

function units_of(text) {
  const units = new Uint8Array(text.length / 2);
  for (let i = 0; i < units.length; i++) {
    units[i] = value_of_digit[text.charCodeAt(2 * i)] << 4 | value_of_digit[text.charCodeAt(2 * i + 1)];
  }
  return units;
}
function line_of(number, seen) {
  if (seen === is_forbidden) return number + ' unsupported';
  if (typeof seen !== 'string') return `${number} error - - ${seen.name}: ${seen.message}`.replace(/[^ -~]/g, '?').slice(0, 80);
  let line = number + ' ok';
  for (const c of seen) {
    const value = c.codePointAt(0);
    line += ' ' + (digits[value] ?? value.toString(16).toUpperCase());
  }
  return line;
}
function begun(ask, data) {
  try {
    return ask(data);
  } catch (error) {
    return error;
  }
}
async function answer(name, text) {
  performance.clearResourceTimings();  // Firefox keeps an entry for each fetch, 8 KB
  const api = apis[name], answers = [], waiting = [];
  text.split('\n').forEach((line, i) => {
    const [number, mode, rest = ''] = line.split(' ');
    const data = mode === 'stream' ? rest.split('|').map(units_of) : units_of(rest.trim());
    if (api.all?.[mode]) return waiting.push({ i, number, mode, data });
    if (!api.functions[mode]) return answers[i] = number + ' unsupported';
    const seen = begun(api.functions[mode], data);
    answers[i] = typeof seen?.then !== 'function' ? line_of(number, seen)
      : seen.then((value) => line_of(number, value), (error) => line_of(number, error));
  });
  for (const mode of Object.keys(api.all ?? {})) {
    const these = waiting.filter((one) => one.mode === mode);
    const seen = these.length > 0 ? await api.all[mode](these.map((one) => one.data)) : [];
    these.forEach((one, k) => { answers[one.i] = line_of(one.number, seen[k]); });
  }
  return (await Promise.all(answers)).join('\n');
}
