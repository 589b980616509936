// A session with the program that DIDC names, through the library by which VS Code speaks with servers, and the extension
// itself, with a stand-in for the editor.

import assert from "node:assert";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import Module from "node:module";
import test from "node:test";

const require = createRequire(import.meta.url);
const rpc = require("vscode-jsonrpc/node");
const didc = process.env.DIDC;

test("session", { skip: didc ? false : "DIDC names no program" }, async () => {
  const server = spawn(didc, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = rpc.createMessageConnection(server.stdout, server.stdin);
  const published = [];
  const waiting = [];
  connection.onNotification("textDocument/publishDiagnostics", (params) => {
    published.push(params);
    waiting.shift()?.();
  });
  const next = () => new Promise((resolve) => waiting.push(resolve));
  connection.listen();
  const { capabilities } = await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  });
  assert.equal(capabilities.positionEncoding, "utf-16");
  connection.sendNotification("initialized", {});
  const uri = "untitled:Untitled-1";
  let diagnostics = next();
  connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "candid", version: 1, text: "type A = record { a😀 : B };" },
  });
  await diagnostics;
  assert.ok(published[0].diagnostics.length > 0);
  diagnostics = next();
  connection.sendNotification("textDocument/didChange", {
    textDocument: { uri, version: 2 },
    contentChanges: [
      { range: { start: { line: 0, character: 24 }, end: { line: 0, character: 25 } }, text: "nat" },
      { range: { start: { line: 0, character: 19 }, end: { line: 0, character: 21 } }, text: "" },
    ],
  });
  await diagnostics;
  assert.deepEqual(published[1].diagnostics, []);
  const hover = await connection.sendRequest("textDocument/hover", {
    textDocument: { uri },
    position: { line: 0, character: 18 },
  });
  assert.match(hover.contents.value, /a : nat/);
  await assert.rejects(connection.sendRequest("foo/bar", {}), { code: rpc.ErrorCodes.MethodNotFound });
  await connection.sendRequest("shutdown");
  const ended = new Promise((resolve) => server.on("exit", resolve));
  connection.sendNotification("exit");
  assert.equal(await ended, 0);
  connection.dispose();
});

test("a program that does not start", async () => {
  const { explain } = require("../src/failure.js");
  const missing = await new Promise((resolve) => spawn("no-such-didc").on("error", resolve));
  const found = "The program no-such-didc is not found. Install it (cargo binstall didc), or set candid.didc.path to where it is.";
  assert.equal(explain("no-such-didc", missing), found);
  const wrapped = new Error(`Launching server using command no-such-didc failed. Error: ${missing.message}`);
  assert.equal(explain("no-such-didc", wrapped), found);
  assert.match(explain("didc", new Error("it crashed")), /^didc lsp does not start \(it crashed\)\. Install/);
});

test("extension", async () => {
  // The client library takes many classes from the editor, to derive its own; it only has to load.
  const anything = new Proxy(class {}, {
    get: (target, name) => (Reflect.has(target, name) ? Reflect.get(target, name) : anything),
  });
  const disposable = { dispose() {} };
  const commands = {};
  const registerCommand = (name, run) => {
    commands[name] = run;
    return disposable;
  };
  const known = {
    version: "1.91.0",
    commands: { registerCommand },
    workspace: { onDidChangeConfiguration: () => disposable },
  };
  const editor = new Proxy(known, { get: (target, name) => target[name] ?? anything });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? editor : load(name, ...rest));
  try {
    const extension = require("../dist/extension.js");
    assert.deepEqual(Object.keys(extension).sort(), ["activate", "deactivate"]);
    const context = { subscriptions: [] };
    // Starting needs an editor; what it registers before does not.
    await extension.activate(context).catch(() => {});
    assert.equal(context.subscriptions.length, 2);
    const manifest = require("../package.json");
    assert.deepEqual(
      Object.keys(commands),
      manifest.contributes.commands.map((command) => command.command),
    );
  } finally {
    Module._load = load;
  }
});
