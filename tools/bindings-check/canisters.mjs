// Calls canisters from JavaScript through generated bindings.
//
//     node canisters.mjs DIRECTORY IC-METER NAME=MODULE…
//
// The directory holds, for each canister NAME, the bindings NAME.js and NAME.d.ts, and NAME.client.mjs, which exports
// `install`, what the canister is installed with, and `client`, which calls it and compares what is answered. For some,
// there are the same in TypeScript: typed/NAME.ts, a client made by didc, and typed/NAME.client.ts, which uses it. Arguments
// are encoded and replies decoded by `@icp-sdk/core`; the canister runs in ic-meter. TypeScript checks the clients against
// the declarations first.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { IDL } from '@icp-sdk/core/candid';
import { Principal } from '@icp-sdk/core/principal';

const here = path.dirname(fileURLToPath(import.meta.url));
const dir = path.resolve(process.argv[2]);
const meter = path.resolve(process.argv[3]);
const canisters = process.argv.slice(4).map((canister) => canister.split('='));

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const write = (file, text) => fs.writeFileSync(path.join(dir, file), text);

// Modules and types are looked for from where the bindings are.
function prepare() {
  write('package.json', JSON.stringify({ type: 'module' }));
  const link = path.join(dir, 'node_modules');
  fs.rmSync(link, { recursive: true, force: true });
  fs.symlinkSync(path.join(here, 'node_modules'), link, 'dir');
  write(
    'tools.d.ts',
    `import { Principal } from '@icp-sdk/core/principal';
export interface Tools {
  Principal: typeof Principal;
  same<T>(actual: T, expected: T): void;
}
`,
  );
}

function typescript() {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    allowJs: true,
    checkJs: true,
    maxNodeModuleJsDepth: 0,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM'],
    types: [],
  };
  tsc('.', { compilerOptions, include: ['*.client.mjs'] });
  if (fs.existsSync(path.join(dir, 'typed'))) {
    const { allowJs, checkJs, noEmit, ...options } = compilerOptions;
    tsc('typed', { compilerOptions: { ...options, outDir: 'out' }, include: ['*.ts'] });
  }
}

// Runs the compiler in a folder.
function tsc(folder, config) {
  write(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');
  const run = spawnSync(process.execPath, [compiler, '-p', folder], { cwd: dir, encoding: 'utf8' });
  assert.equal(run.status, 0, `tsc: ${run.stdout}${run.stderr}`);
}

// An installed canister. Calls made at once run together. ic-meter keeps nothing from one run to the next, so each
// run repeats the calls before; what those answer must be the same again.
class Canister {
  constructor(module, install) {
    this.module = module;
    this.install = install;
    this.made = [];
    this.waiting = [];
  }

  call(method, argument) {
    if (this.waiting.length === 0) {
      setImmediate(() => this.run());
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ words: [method, argument], resolve, reject });
    });
  }

  run() {
    const calls = this.waiting;
    this.waiting = [];
    try {
      const words = [...this.made.map(({ words }) => words), ...calls.map(({ words }) => words)].flat();
      const run = spawnSync(meter, ['call', this.module, ...words, '--hex', '--init-args', this.install], {
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      });
      assert.equal(run.status, 0, `ic-meter: ${run.stdout}${run.stderr}`);
      const replies = [...run.stdout.matchAll(/^(.+) replied: ([0-9a-f]+)$/gm)];
      assert.equal(replies.length, this.made.length + calls.length, run.stdout);
      this.made.forEach(({ reply }, idx) => assert.equal(replies[idx][2], reply));
      calls.forEach((call, idx) => {
        const [, method, reply] = replies[this.made.length + idx];
        assert.equal(method, call.words[0]);
        call.reply = reply;
      });
      this.made.push(...calls);
      calls.forEach(({ resolve, reply }) => resolve(reply));
    } catch (error) {
      calls.forEach(({ reject }) => reject(error));
    }
  }
}

// The canister as the bindings describe it: a function for each method.
function actor(canister, service) {
  const methods = service._fields.map(([name, { argTypes, retTypes }]) => [
    name,
    async (...args) => {
      const reply = await canister.call(name, hex(IDL.encode(argTypes, args)));
      const results = IDL.decode(retTypes, Uint8Array.from(Buffer.from(reply, 'hex')));
      return results.length > 1 ? results : results[0];
    },
  ]);
  return Object.fromEntries(methods);
}

prepare();
typescript();
for (const [name, module] of canisters) {
  const load = (file) => import(pathToFileURL(path.join(dir, file)));
  const { idlFactory, init } = await load(`${name}.js`);
  const plain = await load(`${name}.client.mjs`);
  const install = (tools) => IDL.encode(init({ IDL }), plain.install(tools));
  await run(name, module, idlFactory({ IDL }), install, plain.client);
  if (fs.existsSync(path.join(dir, `typed/${name}.ts`))) {
    const { clientOf, idlService } = await load(`typed/out/${name}.js`);
    const typed = await load(`typed/out/${name}.client.js`);
    const client = (actor, tools) => typed.client(clientOf(actor), tools);
    await run(`${name}, in TypeScript`, module, idlService, typed.install, client);
  }
}

// Installs a canister, and has a client call it.
async function run(name, module, service, install, client) {
  const start = Date.now();
  let compared = 0;
  const same = (actual, expected) => {
    assert.deepStrictEqual(actual, expected);
    compared += 1;
  };
  const tools = { Principal, same };
  const canister = new Canister(module, hex(install(tools)));
  await client(actor(canister, service), tools);
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`${name}: ${canister.made.length} calls, ${compared} comparisons in ${seconds} s`);
  // A client that compares nothing would always agree.
  assert.ok(compared > 0 && canister.made.length > 0);
}
