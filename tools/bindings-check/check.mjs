// Checks generated bindings with the compilers and libraries of their languages.
//
//     node check.mjs DIRECTORY
//
// The directory holds, for each interface NAME, the bindings NAME.js, NAME.d.ts and NAME.mo, and NAME.json: sample
// arguments and results of its methods, as JavaScript. What the languages make of the types is left beside them, for
// the generator to compare: NAME.wire.json (messages that JavaScript encoded) and NAME.mo.did (Candid from Motoko).

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
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');
  const run = spawnSync(process.execPath, [compiler, '-p', dir], { cwd: dir, encoding: 'utf8' });
  if (run.status !== 0) {
    problem('tsc', run.stdout + run.stderr);
  }
}

const evaluate = (text) => new Function('Principal', `return ${text};`)(Principal);
const hex = (bytes) => Buffer.from(bytes).toString('hex');

async function javascript() {
  // Definitions without a service name it, and do not say where it is from.
  globalThis.IDL = IDL;
  const agent = HttpAgent.createSync({ host: 'http://localhost:1' });
  for (const [name, { service, methods, init }] of samples) {
    try {
      const module = await import(pathToFileURL(path.join(dir, `${name}.js`)));
      if (!service) {
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
        .filter(([, type]) => type !== 'Self' || !/public type Self = [^;{]*-> async/.test(module))
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
for (const check of [javascript, motoko, typescript]) {
  const start = Date.now();
  await check();
  console.log(`${check.name}: ${names.length} modules in ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`${problems.length} problems`);
  process.exit(1);
}
