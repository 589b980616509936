// What is said when the server does not start.

/** Returns what is wrong, and what can be done about it. */
function explain(command, error) {
  const reason = String(error?.message ?? error);
  if (error?.code === "ENOENT" || reason.includes("ENOENT")) {
    return `The program ${command} is not found. Install it (cargo binstall didc), or set candid.didc.path to where it is.`;
  }
  return `${command} lsp does not start (${reason}). Install another version of didc, or set candid.didc.path.`;
}

module.exports = { explain };
