// The scopes of all words in `grammar/*.did`, as VS Code's own library finds them, must be those in `grammar/*.scopes`.
// BLESS=1 writes them anew.

import assert from "node:assert";
import fs from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");

const folder = fileURLToPath(new URL("grammar/", import.meta.url));
const grammarPath = fileURLToPath(new URL("../syntaxes/candid.tmLanguage.json", import.meta.url));

async function grammar() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(grammarPath, "utf8"), grammarPath),
  });
  return registry.loadGrammar("source.candid");
}

/** Returns a line for each word: the word, and its innermost scope without the language. */
function scopes(grammar, text) {
  const lines = [];
  let state = INITIAL;
  for (const line of text.split("\n")) {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    for (const token of result.tokens) {
      const word = line.slice(token.startIndex, token.endIndex).trim();
      if (word) {
        lines.push(`${word}\t${token.scopes.at(-1).replace(/\.candid$/, "")}`);
      }
    }
  }
  return lines.join("\n") + "\n";
}

test("scopes", async () => {
  const loaded = await grammar();
  const files = fs.readdirSync(folder).filter((name) => name.endsWith(".did"));
  assert.ok(files.length > 1);
  for (const name of files) {
    const found = scopes(loaded, fs.readFileSync(folder + name, "utf8"));
    const path = folder + name.replace(/did$/, "scopes");
    if (process.env.BLESS) {
      fs.writeFileSync(path, found);
    }
    assert.equal(found, fs.readFileSync(path, "utf8"), name);
  }
});
