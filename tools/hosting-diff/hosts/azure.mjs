// npm: @azure/static-web-apps-cli@2.0.10
//
// The emulator that Azure's documentation has people test with. Its command
// starts this server as a process of its own; here it is all there is to stop.
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [repository, port] = process.argv.slice(2);
const root = join(repository, "public");

Object.assign(process.env, {
  SWA_CLI_HOST: "127.0.0.1",
  SWA_CLI_PORT: port,
  SWA_CLI_APP_LOCATION: repository,
  SWA_CLI_OUTPUT_LOCATION: root,
  SWA_RUNTIME_CONFIG_LOCATION: existsSync(join(root, "staticwebapp.config.json")) ? root : repository,
  SWA_CLI_APP_SSL: "false",
  // The schema of the settings is in the package, too: it need not be fetched.
  HTTPS_PROXY: "http://127.0.0.1:9",
});
const here = dirname(fileURLToPath(import.meta.url));
await import(join(here, "node_modules/@azure/static-web-apps-cli/dist/msha/server.js"));

function dial() {
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("connect", () => {
    socket.end();
    console.log("ready");
  });
  socket.on("error", () => setTimeout(dial, 50));
}
dial();
