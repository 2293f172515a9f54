// npm: wrangler@4.64.0
//
// Cloudflare's command line, whose server for development runs the asset server
// of Pages in the host's own runtime.
import { spawn } from "node:child_process";
import { get } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const [repository, port] = process.argv.slice(2);

const cli = join(dirname(require.resolve("wrangler/package.json")), "bin", "wrangler.js");
const args = ["pages", "dev", "public", "--ip", "127.0.0.1", "--port", port, "--inspector-port", "0"];
const server = spawn(process.execPath, [cli, ...args, "--compatibility-date", "2025-01-01"], {
  cwd: repository,
  detached: true,
  stdio: ["ignore", "ignore", "inherit"],
  env: {
    ...process.env,
    CI: "1",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    HOME: repository,
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_SEND_METRICS: "false",
  },
});
// It starts processes of its own, which end with their group.
const stop = () => {
  process.kill(-server.pid, "SIGKILL");
  process.exit();
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
server.on("exit", () => process.exit(1));

// wait asks the server until it answers.
function wait() {
  get({ host: "127.0.0.1", port, path: "/" }, (response) => {
    response.resume();
    console.log("ready");
  }).on("error", () => setTimeout(wait, 100));
}
wait();
