// The client: starts `didc lsp` and restarts it when its path changes. Everything else is in the server.

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { explain } = require("./failure");

/** The running client, if there is one. */
let client;
/** The last start or stop, so that they follow one after the other. */
let pending = Promise.resolve();

async function start() {
  const command = vscode.workspace.getConfiguration("candid").get("didc.path", "didc");
  client = new LanguageClient(
    "candid",
    "Candid",
    { command, args: ["lsp"], transport: TransportKind.stdio },
    { documentSelector: [{ language: "candid", scheme: "file" }, { language: "candid", scheme: "untitled" }] },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const settings = "Open settings";
    // Not awaited: the message may stay open for ever.
    vscode.window.showErrorMessage(explain(command, error), settings).then((chosen) => {
      if (chosen === settings) {
        vscode.commands.executeCommand("workbench.action.openSettings", "candid.didc.path");
      }
    });
  }
}

async function stop() {
  const running = client;
  client = undefined;
  // A server that does not answer is ended.
  await running?.dispose().catch(() => {});
}

function restart() {
  pending = pending.then(stop).then(start);
  return pending;
}

function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("candid.restartServer", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("candid.didc.path")) {
        restart();
      }
    }),
  );
  return restart();
}

function deactivate() {
  pending = pending.then(stop);
  return pending;
}

module.exports = { activate, deactivate };
