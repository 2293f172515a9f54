// npm: netlify-cli@22.4.0
//
// Netlify's command line, whose server for development runs the host's own
// matcher of rules. What it would fetch from other hosts is answered here with
// the URL, so that nothing leaves the machine.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, get } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const [repository, port] = process.argv.slice(2);

// divert sends the server's requests for other hosts to this script.
const divert = `
const { request } = require("node:http");
require("node:https").request = (options, callback) => {
  const url = "https://" + (options.hostname ?? options.host) + (options.path ?? "");
  return request({ host: "127.0.0.1", port: process.env.DIVERT_PORT, path: "/", headers: { "x-url": url } }, callback);
};
`;

const away = createServer((request, response) => {
  response.writeHead(200, { "Hosting-Diff-Proxy": request.headers["x-url"] });
  response.end();
});

// start runs the server, and ends it with this script.
function start() {
  const preload = join(repository, "divert.cjs");
  writeFileSync(preload, divert);
  const cli = join(dirname(require.resolve("netlify-cli/package.json")), "bin", "run.js");
  const args = ["dev", "--offline", "--no-open", "--internal-disable-edge-functions"];
  const server = spawn(process.execPath, [cli, ...args, "--port", port, "--dir", "public"], {
    cwd: repository,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      CI: "1",
      DIVERT_PORT: String(away.address().port),
      HOME: repository,
      NODE_OPTIONS: `--require ${preload}`,
    },
  });
  const stop = () => {
    server.kill("SIGKILL");
    process.exit();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  server.on("exit", () => process.exit(1));
}

// wait asks the server until it answers.
function wait() {
  get({ host: "127.0.0.1", port, path: "/" }, (response) => {
    response.resume();
    console.log("ready");
  }).on("error", () => setTimeout(wait, 100));
}

away.listen(0, "127.0.0.1", () => {
  start();
  wait();
});
