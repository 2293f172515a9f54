#!/usr/bin/env node
// Starts the linkvet program of the package for this system. It passes on arguments,
// standard streams, signals and the exit status.
"use strict";

const { spawn } = require("node:child_process");
const { closeSync, openSync, statSync } = require("node:fs");
const { constants } = require("node:os");

// notChecked is linkvet's exit status for a site that could not be checked.
const notChecked = 3;

const windows = process.platform === "win32";
const system = `${process.platform}-${process.arch}`;

function fail(message) {
  console.error(`linkvet: ${message}`);
  process.exit(notChecked);
}

// find returns the path of the program.
function find() {
  const name = `@linkvet/${system}`;
  const wanted = require("../package.json").optionalDependencies;
  if (!(name in wanted)) {
    const systems = Object.keys(wanted).map((name) => name.replace("@linkvet/", ""));
    fail(`there is no program for ${system}, only for ${systems.join(", ")}; build it with Go: go install github.com/linkvet/linkvet@latest`);
  }
  try {
    return require.resolve(`${name}/bin/linkvet${windows ? ".exe" : ""}`);
  } catch {
    fail(`could not find the package ${name}, which has the program: install linkvet again on this system, with optional dependencies (without --omit=optional)`);
  }
}

// hasTerminal reports whether the terminal itself sends its signals to the program: it does so
// to all processes in its foreground.
function hasTerminal() {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}

const program = find();
// The system takes an empty file for a script that passes.
if (statSync(program).size === 0) fail(`could not start ${program}: the file is empty; install linkvet again`);
const terminal = hasTerminal();
let child;

// A second signal ends linkvet without a report, so no signal may arrive twice. On Windows the
// console sends Ctrl+C to both processes, and kill would end the program at once.
const passOn = {
  SIGINT: !windows && !terminal,
  SIGHUP: !windows && !terminal,
  SIGTERM: !windows,
};
for (const signal of Object.keys(passOn)) {
  process.on(signal, () => {
    if (passOn[signal]) child.kill(signal);
  });
}

// Only now, as the program may already run before spawn returns.
child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => fail(`could not start ${program}: ${error.message}`));
child.on("exit", (status, signal) => {
  if (signal === null) {
    process.exit(status);
  }
  for (const name of Object.keys(passOn)) {
    process.removeAllListeners(name);
  }
  // End in the same way as the program. Node ignores some signals.
  process.kill(process.pid, signal);
  setTimeout(() => process.exit(128 + constants.signals[signal]), 100);
});
