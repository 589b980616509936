// Checks generated bindings with the compilers and libraries of their languages.
//
//     node check.mjs DIRECTORY
//
// The directory holds, for each interface NAME, the bindings NAME.js, NAME.d.ts, NAME.mo and clients/NAME.ts, and
// NAME.json: sample arguments and results of its methods, as JavaScript. What the languages make of the types is left beside
// them, for the generator to compare: NAME.wire.json and clients/NAME.wire.json (messages that JavaScript encoded) and
// NAME.mo.did (Candid from Motoko).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Actor, HttpAgent } from '@icp-sdk/core/agent';
import { IDL } from '@icp-sdk/core/candid';
import { Principal } from '@icp-sdk/core/principal';

const here = path.dirname(fileURLToPath(import.meta.url));
const dir = path.resolve(process.argv[2]);
const names = fs
  .readdirSync(dir)
  .filter((file) => file.endsWith('.json') && file.split('.').length === 2)
  .map((file) => path.basename(file, '.json'))
  .filter((name) => !['package', 'tsconfig'].includes(name));
const samples = new Map(names.map((name) => [name, JSON.parse(read(`${name}.json`))]));
const problems = [];

function read(file) {
  return fs.readFileSync(path.join(dir, file), 'utf8');
}

function write(file, text) {
  fs.writeFileSync(path.join(dir, file), text);
}

function problem(what, error) {
  problems.push(`${what}: ${error?.stack ?? error}`);
}

// Modules and types are looked for from where the bindings are.
function prepare() {
  write('package.json', JSON.stringify({ type: 'module' }));
  const link = path.join(dir, 'node_modules');
  fs.rmSync(link, { recursive: true, force: true });
  fs.symlinkSync(path.join(here, 'node_modules'), link, 'dir');
}

// One run of the compiler for all: each module, as declarations and as a source file, and its samples as values of its
// types.
function typescript() {
  for (const [name, { service, methods, init }] of samples) {
    write(`${name}.source.ts`, read(`${name}.d.ts`));
    if (!service) {
      continue;
    }
    const lines = [
      `import { type _SERVICE, idlFactory, init } from './${name}.js';`,
      `import { Principal } from '@icp-sdk/core/principal';`,
      `import { IDL } from '@icp-sdk/core/candid';`,
      `export const made: IDL.ServiceClass = idlFactory({ IDL });`,
      `export const types: IDL.Type[] = init({ IDL });`,
      `export const principal: Principal = Principal.anonymous();`,
    ];
    methods.forEach(({ name, args, rets }, idx) => {
      const method = `_SERVICE[${JSON.stringify(name)}]`;
      if (args !== null) {
        lines.push(`export const args${idx}: Parameters<${method}> = ${args};`);
      }
      if (rets !== null) {
        lines.push(`export const rets${idx}: Awaited<ReturnType<${method}>> = ${rets.result};`);
      }
    });
    write(`${name}.values.ts`, lines.join('\n') + '\n');
  }
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM'],
    types: [],
  };
  tsc(dir, { compilerOptions, include: ['*.ts'] });
}

// Runs the compiler in a directory.
function tsc(dir, config) {
  fs.writeFileSync(path.join(dir, 'tsconfig.json'), JSON.stringify(config));
  const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');
  const run = spawnSync(process.execPath, [compiler, '-p', dir], { cwd: dir, encoding: 'utf8' });
  if (run.status !== 0) {
    problem('tsc', run.stdout + run.stderr);
  }
  return run.status === 0;
}

const evaluate = (text) => new Function('Principal', `return ${text};`)(Principal);
const hex = (bytes) => Buffer.from(bytes).toString('hex');

// Messages of the type of a definition, without a value, because not every type has one.
const written = (type) => hex(IDL.encode([IDL.Opt(type)], [[]]));

async function javascript() {
  const agent = HttpAgent.createSync({ host: 'http://localhost:1' });
  for (const [name, { service, methods, init }] of samples) {
    try {
      const module = await import(pathToFileURL(path.join(dir, `${name}.js`)));
      if (!service) {
        const constants = [...read(`${name}.d.ts`).matchAll(/^export declare const (\w+): IDL.Type;$/gm)];
        const definitions = constants.map(([, constant]) => ({ type: written(module[constant]) }));
        write(`${name}.wire.json`, JSON.stringify({ definitions }));
        continue;
      }
      const made = module.idlFactory({ IDL });
      const types = module.init({ IDL });
      const actor = Actor.createActor(module.idlFactory, { agent, canisterId: 'aaaaa-aa' });
      // A method may be called like a property that every object has.
      const wire = { methods: Object.create(null) };
      wire.service = hex(IDL.encode([made], [Principal.fromText('aaaaa-aa')]));
      for (const { name: method, args, rets } of methods) {
        if (typeof actor[method] !== 'function') {
          throw new Error(`the actor has no method ${JSON.stringify(method)}`);
        }
        const func = made._fields.find(([field]) => field === method)[1];
        wire.methods[method] = {
          args: args === null ? null : hex(IDL.encode(func.argTypes, evaluate(args))),
          rets: rets === null ? null : hex(IDL.encode(func.retTypes, evaluate(rets.all))),
        };
      }
      wire.init = init === null ? null : hex(IDL.encode(types, evaluate(init)));
      write(`${name}.wire.json`, JSON.stringify(wire));
    } catch (error) {
      problem(`${name}.js`, error);
    }
  }
}

// The name of a method in a client.
const called = (method) => (method === 'then' ? 'then_' : method);

// Compiles the clients with the strictest options, with the samples as values of their types, and has them call an agent that
// answers with the sample of the result.
async function clients() {
  const names = [...samples.keys()];
  // The types of definitions come first, in their order, and the values have the same names.
  const definitions = (name) =>
    [...read(`clients/${name}.ts`).matchAll(/^export (?:interface|type) (\w+)/gm)]
      .map(([, type]) => type)
      .slice(0, samples.get(name).client.definitions.length);
  for (const name of names) {
    const { service, methods, client } = samples.get(name);
    const lines = [
      `import type * as client from './${name}.js';`,
      `import { Principal } from '@icp-sdk/core/principal';`,
      `export type Module = typeof client;`,
      `export const principal: Principal = Principal.anonymous();`,
    ];
    const sample = (key, type, text) => {
      if (text !== null) {
        lines.push(`export const ${key}: ${type} = ${text};`);
      }
    };
    definitions(name).forEach((type, idx) => sample(`type${idx}`, `client.${type}`, client.definitions[idx]));
    if (service) {
      methods.forEach(({ name, client: { args, result } }, idx) => {
        const method = `client.Client[${JSON.stringify(called(name))}]`;
        sample(`args${idx}`, `Parameters<${method}>`, args);
        sample(`result${idx}`, `Awaited<ReturnType<${method}>>`, result);
      });
      sample('init', 'client.InitArgs', client.init);
    }
    write(`clients/${name}.values.ts`, lines.join('\n') + '\n');
  }
  if (samples.has('options')) {
    fs.copyFileSync(path.join(here, 'options.test.ts'), path.join(dir, 'clients/options.test.ts'));
  }
  // The code in the guide, which is about this interface.
  if (samples.has('ledger')) {
    const guide = fs.readFileSync(path.join(here, '../../docs/typescript.md'), 'utf8');
    const [, code] = /^```ts\n(.*?)^```$/ms.exec(guide);
    write('clients/guide.ts', code);
  }
  const compilerOptions = {
    strict: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    isolatedDeclarations: true,
    erasableSyntaxOnly: true,
    declaration: true,
    skipLibCheck: true,
    outDir: 'out',
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM'],
    types: [],
  };
  if (!tsc(path.join(dir, 'clients'), { compilerOptions, include: ['*.ts'] })) {
    return;
  }
  const load = (file) => import(pathToFileURL(path.join(dir, 'clients/out', file)));
  for (const name of names) {
    try {
      await client(name, await load(`${name}.js`), await load(`${name}.values.js`), definitions(name));
    } catch (error) {
      problem(`clients/${name}.ts`, error);
    }
  }
  if (samples.has('options')) {
    const { test } = await load('options.test.js');
    const throws = (call, error) => assert.rejects(async () => call(), error);
    await test(assert.deepStrictEqual, throws).catch((error) => problem('options.test.ts', error));
  }
  if (samples.has('ledger')) {
    const modules = [await load('guide.js'), await load('ledger.js')];
    await guide(...modules).catch((error) => problem('docs/typescript.md', error));
  }
}

// Runs the code in the guide with an agent that answers, and compares what it prints.
async function guide({ pay }, { encode, idlService }) {
  const [, transfer] = idlService._fields.find(([name]) => name === 'transfer');
  const replies = [
    [{ kind: 'Ok', value: 7n }, 'block 7'],
    [{ kind: 'Err', value: { kind: 'Insufficient', value: { balance: 3n } } }, 'only 3'],
    [{ kind: 'Err', value: { kind: 'TooOld' } }],
  ];
  const { create } = HttpAgent;
  const { log } = console;
  const printed = [];
  try {
    console.log = (line) => printed.push(line);
    for (const [reply] of replies) {
      const update = async () => ({ reply: encode(transfer.retTypes, [reply]) });
      HttpAgent.create = async () => ({ update });
      await pay({ owner: Principal.anonymous(), subaccount: null });
    }
  } finally {
    console.log = log;
    HttpAgent.create = create;
  }
  assert.deepStrictEqual(printed, replies.flatMap(([, line]) => line ?? []));
}

async function client(name, module, values, definitions) {
  const sample = samples.get(name);
  // The library loses fields of this name when it decodes, which is an error.
  const same = (text, decode, expected) =>
    text.includes("['__proto__']")
      ? assert.rejects(decode, /no value for the field "__proto__"/, text)
      : decode().then((actual) => assert.deepStrictEqual(actual, expected, text));
  const wire = { methods: Object.create(null) };
  wire.definitions = [];
  for (const [idx, definition] of definitions.entries()) {
    const [type, text] = [module[definition], sample.client.definitions[idx]];
    if (text === null) {
      wire.definitions.push({ type: written(type), value: null });
      continue;
    }
    const message = module.encode([type], [values[`type${idx}`]]);
    await same(text, async () => module.decode([type], message), [values[`type${idx}`]]);
    wire.definitions.push({ type: written(type), value: hex(message) });
  }
  if (sample.service) {
    wire.service = hex(IDL.encode([module.idlService], [Principal.fromText('aaaaa-aa')]));
    let asked, reply;
    const agent = {
      query: async (_, { arg }) => ((asked = arg), { status: 'replied', reply: { arg: reply } }),
      update: async (_, { arg }) => ((asked = arg), { reply }),
    };
    // An async function returns the client itself, not the result of a method `then`.
    const caller = await (async () => module.createClient({ agent, canisterId: 'aaaaa-aa' }))();
    for (const [idx, { name: method, client }] of sample.methods.entries()) {
      const [, func] = module.idlService._fields.find(([field]) => field === method);
      const messages = { args: null, rets: null };
      wire.methods[method] = messages;
      if (client.result !== null) {
        const result = values[`result${idx}`];
        const results = { 0: [], 1: [result] }[func.retTypes.length] ?? result;
        reply = module.encode(func.retTypes, results);
        messages.rets = hex(reply);
        if (client.args !== null) {
          await same(client.result, () => caller[called(method)](...values[`args${idx}`]), result);
          messages.args = hex(asked);
        }
      }
      // A method whose result has no sample cannot answer.
      if (client.args !== null && messages.args === null) {
        messages.args = hex(module.encode(func.argTypes, values[`args${idx}`]));
      }
    }
    if (sample.init === null) {
      wire.init = null;
    } else {
      const { init } = sample.client;
      wire.init = hex(init === null ? module.encode(module.idlInitArgs, []) : module.encodeInit(...values.init));
    }
  }
  write(`clients/${name}.wire.json`, JSON.stringify(wire));
}

function motoko() {
  const motoko = createRequire(import.meta.url)('motoko');
  const compiler = motoko.default ?? motoko;
  const errors = (file) => compiler.check(file).filter(({ severity }) => severity === 1);
  for (const [name] of samples) {
    try {
      const module = read(`${name}.mo`);
      compiler.write(`${name}.mo`, module);
      const found = errors(`${name}.mo`);
      if (found.length > 0) {
        const place = ({ range, message }) => `line ${range.start.line + 1}: ${message.split('\n')[0]}`;
        throw new Error(found.map(place).join('\n'));
      }
      // An actor that takes a value of each type, so that the compiler tells what each is in Candid.
      const types = [...module.matchAll(/^ {0,2}(?:module \{ )?public type (\w+) = (\(?)/gm)];
      const methods = types
        .filter(([, type]) => type !== 'Self' || !/public type Self =(?:(?!\bactor\b)[^])*?->\s*async/.test(module))
        .map(([, type], idx) => `  public func t${idx}(_ : M.${type}) : async () {};\n`);
      const user = `import M "${name}";\npersistent actor {\n${methods.join('')}}\n`;
      compiler.write(`${name}.user.mo`, user);
      write(`${name}.mo.did`, compiler.candid(`${name}.user.mo`));
    } catch (error) {
      problem(`${name}.mo`, error.message);
    }
  }
}

prepare();
for (const check of [javascript, motoko, typescript, clients]) {
  const start = Date.now();
  await check();
  console.log(`${check.name}: ${names.length} modules in ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`${problems.length} problems`);
  process.exit(1);
}
