// Exchanges the cases with one peer, in both directions, and compares what differs with what is known.
//
//     node exchange.mjs DIDC CASES KNOWN COMMAND…
//
// DIDC is our command line, CASES the directory that cases.mjs has written, KNOWN a file of differences with reasons, and
// COMMAND runs the peer. With BLESS=1 KNOWN is written, and what is new in it waits for a reason. README.md has more.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';

const [didc, directory, known_file, ...command] = process.argv.slice(2);
const cases = readFileSync(join(directory, 'cases.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));

// Runs a program to its end with what it reads, and gives what it has written.
function run(program, args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args);
    const out = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (data) => (out[stream] += data));
    }
    child.on('error', reject);
    child.on('close', (status) => (status === 0 ? resolve(out.stdout.trimEnd()) : reject(new Error(out.stderr.trim()))));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

const ours = (command, types, input) =>
  run(didc, [command, '-d', join(directory, 'definitions.did'), '-t', types, '-'], input);

// What a function makes of each item, two at a time.
async function map(items, make) {
  const made = [];
  const worker = async (start) => {
    for (let idx = start; idx < items.length; idx += 2) made[idx] = await make(items[idx], idx);
  };
  await Promise.all([worker(0), worker(1)]);
  return made;
}

// The kind of the innermost type at which two values differ.
function place(type, want, got, definitions) {
  if (typeof type === 'string') return type;
  const [[kind, of]] = Object.entries(type);
  const inner = (type, want, got) => place(type, want, got, definitions);
  if (kind === 'name') return inner(definitions[of], want, got);
  if (!Array.isArray(want) || !Array.isArray(got) || want.length !== got.length) return kind;
  const idx = want.findIndex((item, idx) => !isDeepStrictEqual(item, got[idx]));
  switch (kind) {
    case 'opt': case 'vec': return inner(of, want[idx], got[idx]);
    case 'record': return inner(of[idx][1], want[idx], got[idx]);
    case 'variant': return idx === 0 ? kind : inner(of[want[0]][1], want[1], got[1]);
    default: return kind;
  }
}

// Numbers and names in a message are those of the case: without them, cases with one cause have one message.
const first_line = (text) => text.split('\n')[0].replace(/\b(0x)?[0-9a-f]*\d[0-9a-f]*\b/g, '…').slice(0, 160);

// Our side of a case: the message of its text, and the text of that, which must be the same message again.
async function prepare({ id, type_text, value_text }) {
  const message = await ours('encode', type_text, value_text);
  const text = await ours('decode', type_text, message);
  if ((await ours('encode', type_text, text)) !== message) throw new Error(`case ${id}: ${text} is another message`);
  return { message, text };
}

async function what_the_peer_wrote({ type_text }, { text }, { message, error }) {
  if (error) return `it fails: ${first_line(error)}`;
  try {
    const theirs = await ours('decode', type_text, message);
    return theirs === text ? undefined : 'the value is another';
  } catch (error) {
    return `we refuse it: ${first_line(error.message)}`;
  }
}

function what_the_peer_read({ types, values, definitions }, { values: got, error }) {
  if (error) return `it fails: ${first_line(error)}`;
  return isDeepStrictEqual(values, got) ? undefined : `another ${place({ record: types.map((type) => ['', type]) }, values, got, definitions)}`;
}

// A file of known differences: blocks of a difference, its reason and its cases.
function read_known() {
  if (!existsSync(known_file)) return new Map();
  const blocks = readFileSync(known_file, 'utf8').trim().split(/\n\n+/).filter((block) => !block.startsWith('#'));
  return new Map(blocks.map((block) => {
    const [what, because, ids] = block.split(/\n  (?:because|cases):/).map((part) => part.trim());
    return [what, { because, ids: ids.split(/\s+/) }];
  }));
}

// What a difference is called: by what was said of it, or, if that is no known one, by the first known mistake in types
// like those of the case. The second is for mistakes that show in many ways.
function name_of(direction, { type_text }, said, known) {
  const plain = `${direction}: ${said}`;
  const pattern = (what) => what.match(/^(\w+): types with \/(.*)\/$/) ?? [];
  const has_mistake = (what) => pattern(what)[1] === direction && new RegExp(pattern(what)[2]).test(type_text);
  return known.has(plain) ? plain : ([...known.keys()].find(has_mistake) ?? plain);
}

// Every difference with the cases that show it, those that are known first and in their order.
async function differences(known) {
  const prepared = await map(cases, prepare);
  const requests = cases.flatMap(({ types, values, definitions }, idx) => [
    { types, definitions, values },
    { types, definitions, message: prepared[idx].message },
  ]);
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  const answers = (await run(command[0], command.slice(1), input)).split('\n').map((line) => JSON.parse(line));
  if (answers.length !== requests.length) throw new Error(`${requests.length} requests, ${answers.length} answers`);
  const written = await map(cases, (one, idx) => what_the_peer_wrote(one, prepared[idx], answers[2 * idx]));
  const found = new Map([...known.keys()].map((what) => [what, []]));
  const add = (direction, one, said) => {
    const what = name_of(direction, one, said, known);
    found.set(what, [...(found.get(what) ?? []), one.id]);
  };
  cases.forEach((one, idx) => {
    const read = what_the_peer_read(one, answers[2 * idx + 1]);
    if (written[idx]) add('encodes', one, written[idx]);
    if (read) add('decodes', one, read);
  });
  return found;
}

const HEAD = '# What this peer does wrong: the difference, the reason, and every case that shows it. README.md has more.\n';

function write_known(found, known) {
  const wrap = (words) => words.join(' ').match(/\S.{0,110}(?=\s|$)/g).join('\n    ');
  const block = ([what, ids]) => `${what}\n  because: ${known.get(what)?.because ?? ''}\n  cases:\n    ${wrap(ids)}\n`;
  writeFileSync(known_file, [HEAD, ...[...found].filter(([, ids]) => ids.length).map(block)].join('\n'));
}

const known = read_known();
const found = await differences(known);
const problems = [];
for (const [what, now] of found) {
  const before = known.get(what)?.ids ?? [];
  const fresh = now.filter((id) => !before.includes(id));
  const gone = before.filter((id) => !now.includes(id));
  if (fresh.length) problems.push(`new: ${what}\n    ${fresh.slice(0, 20).join(' ')}`);
  if (gone.length) problems.push(`no longer: ${what}\n    ${gone.slice(0, 20).join(' ')}`);
  if (known.has(what) && !known.get(what).because) problems.push(`without a reason: ${what}`);
}
const n_differ = (direction) => [...found].filter(([what]) => what.startsWith(direction)).flatMap(([, ids]) => ids).length;
const as_known = problems.length ? 'not as known' : 'as known';
console.log(`${cases.length} cases; encoding, ${n_differ('encodes')} differ, decoding, ${n_differ('decodes')}: ${as_known}`);
if (process.env.BLESS) {
  write_known(found, known);
} else if (problems.length) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
