// npm: superstatic@10.0.0
//
// superstatic is what Firebase's own emulator serves with. Which of several sites
// it is to serve is chosen here, as firebase-tools does before it starts it.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const { default: superstatic } = require("superstatic");

const [repository, port] = process.argv.slice(2);

// withoutComments takes out comments, and commas before closing brackets, which
// firebase-tools allows.
const withoutComments = (text) =>
  text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, string) => string ?? "")
    .replace(/,(\s*[\]}])/g, "$1");

const file = join(repository, "firebase.json");
const settings = existsSync(file) ? JSON.parse(withoutComments(readFileSync(file, "utf8"))) : {};
const sites = [settings.hosting ?? {}].flat();
const site = sites.find(({ public: directory }) => directory === "public") ?? sites[0];

// A function or a container answers for all of its paths.
const program = async () => (request, response) => {
  response.setHeader("Hosting-Diff-Unknown", "1");
  response.end();
};

const serve = superstatic({
  cwd: repository,
  config: { ...site, public: "public" },
  fallthrough: false,
  rewriters: { function: program, run: program, dynamicLinks: program },
});
createServer((request, response) => {
  serve(request, response, () => {
    response.writeHead(404);
    response.end();
  });
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));
