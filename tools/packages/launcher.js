#!/usr/bin/env node
// Starts the linkvet program of the package for this system. It passes on arguments, standard
// streams, signals and the exit status.
"use strict";

const { spawn } = require("node:child_process");
const { closeSync, openSync } = require("node:fs");
const { constants } = require("node:os");

const windows = process.platform === "win32";
const name = `@linkvet/${process.platform}-${process.arch}`;

// fail ends with linkvet's exit status for a site that could not be checked.
function fail(message) {
  console.error(`linkvet: ${message}`);
  process.exit(3);
}

function find() {
  try {
    return require.resolve(`${name}/bin/linkvet${windows ? ".exe" : ""}`);
  } catch {
    const all = Object.keys(require("../package.json").optionalDependencies);
    if (all.includes(name)) fail(`could not find the package ${name}: install linkvet again on this system, without --omit=optional`);
    fail(`there is no package ${name}, only ${all.join(", ")}; build it with Go: go install github.com/linkvet/linkvet@latest`);
  }
}

// hasTerminal reports whether a terminal sends its signals to the program itself, too.
function hasTerminal() {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}

// A second signal ends linkvet without a report, so no signal may arrive twice. On Windows the
// console sends Ctrl+C to both processes, and kill would end the program at once.
const passOn = windows ? [] : hasTerminal() ? ["SIGTERM"] : ["SIGINT", "SIGHUP", "SIGTERM"];
const ignore = ["SIGINT", "SIGHUP", "SIGTERM"];
let child;
for (const signal of ignore) {
  process.on(signal, () => {
    if (passOn.includes(signal)) child.kill(signal);
  });
}

// Only now, as the program may already run before spawn returns.
const program = find();
child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => fail(`could not start ${program}: ${error.message}`));
child.on("exit", (status, signal) => process.exit(signal === null ? status : 128 + constants.signals[signal]));
