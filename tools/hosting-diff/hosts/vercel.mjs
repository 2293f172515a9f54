// npm: @vercel/routing-utils@6.6.0 serve-handler@6.1.8
//
// Vercel's own packages: @vercel/routing-utils makes routes of vercel.json, as a
// build on the platform does, and serve-handler sends files. What goes through
// the routes stands here, as the platform's proxy is not public; it follows the
// order that the documentation of the Build Output API gives.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const { getTransformedRoutes } = require("@vercel/routing-utils");
const serveFile = require("serve-handler");

const [repository, port] = process.argv.slice(2);
const root = join(repository, "public");

const file = [join(root, "vercel.json"), join(repository, "vercel.json")].find(existsSync);
const config = file ? JSON.parse(readFileSync(file, "utf8")) : {};
const { routes, error } = getTransformedRoutes(structuredClone(config));
if (error) throw new Error(error.message);

// Only routes of the old kind, alone, ignore case.
const modern = ["redirects", "rewrites", "headers", "cleanUrls", "trailingSlash"].some((name) => name in config);
const hasFunctions = existsSync(join(repository, "api"));

const phases = { "": [], filesystem: [] };
let phase = "";
for (const route of routes ?? []) {
  if (route.handle) phase = route.handle;
  else if (phase in phases) phases[phase].push(route);
}

function isFile(path) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

// lookup is the file at a path; settings change what names files are under.
function lookup(path) {
  const name = decodeURIComponent(path.replace(/\/$/, ""));
  const exact = !path.endsWith("/") || config.trailingSlash;
  const candidates = [exact && name, config.cleanUrls && name && name + ".html", name + "/index.html"];
  return candidates.find((candidate) => candidate && isFile(join(root, candidate)));
}

function holds(condition, url) {
  if (condition.type !== "query") return false;
  const value = url.searchParams.get(condition.key);
  if (value === null) return false;
  return !condition.value || new RegExp(`^${condition.value}$`).test(value);
}

function applies(route, url) {
  const has = route.has ?? [];
  const missing = route.missing ?? [];
  return has.every((c) => holds(c, url)) && !missing.some((c) => holds(c, url));
}

// run goes through the routes of one phase, and answers or returns where to go on.
function run(list, path, url) {
  for (const route of list) {
    if (route.methods && !route.methods.includes("GET")) continue;
    const flags = modern || route.caseSensitive ? "" : "i";
    const match = new RegExp(route.src, flags).exec(path);
    if (!match || !applies(route, url)) continue;
    const fill = (text) => text.replace(/\$(\w+)/g, (_, name) => match.groups?.[name] ?? match[Number(name)] ?? "");
    const location = Object.entries(route.headers ?? {}).find(([name]) => name.toLowerCase() === "location")?.[1];
    if (location && route.status >= 300 && route.status < 400) {
      return { status: route.status, location: fill(location) };
    }
    const to = route.dest && fill(route.dest);
    if (route.continue) {
      if (to) path = to;
      continue;
    }
    if (to && /^https?:/.test(to)) return { proxy: to };
    if (!to) return route.status ? { status: route.status } : { path };
    const found = lookup(to.split("?")[0]);
    if (found) return { found };
    if (hasFunctions && to.startsWith("/api/")) return { status: 200, program: true };
    if (!route.check) return { path };
    path = to;
  }
  return { path };
}

function answer(url) {
  const path = url.pathname;
  if (path.includes("//")) return { status: 308, location: path.replace(/\/+/g, "/") };
  let result = run(phases[""], path, url);
  if (!("path" in result)) return result;
  const found = lookup(result.path);
  if (found) return { found };
  if (hasFunctions && result.path.startsWith("/api/") || path.startsWith("/_vercel/")) return { program: true };
  result = run(phases.filesystem, result.path, url);
  return "path" in result ? { status: 404 } : result;
}

// withQuery adds the query of a request to a location, as the platform does.
function withQuery(location, query) {
  if (!query) return location;
  const [before, ...fragment] = location.split("#");
  const to = before + (before.includes("?") ? "&" : "?") + query.slice(1);
  return [to, ...fragment].join("#");
}

createServer((request, response) => {
  const url = new URL("http://127.0.0.1" + request.url);
  const result = answer(url);
  if (result.found) {
    request.url = encodeURI(result.found.startsWith("/") ? result.found : "/" + result.found);
    return serveFile(request, response, { public: root, cleanUrls: false, directoryListing: false });
  }
  if (result.location) {
    // An empty group at the end of a clean URL leaves two slashes.
    const location = result.location.replace(/^\/\/$/, "/");
    response.writeHead(result.status, { Location: withQuery(location, url.search) });
  } else if (result.proxy) {
    response.writeHead(200, { "Hosting-Diff-Proxy": result.proxy });
  } else if (result.program) {
    response.writeHead(200, { "Hosting-Diff-Unknown": "1" });
  } else {
    response.writeHead(result.status ?? 404);
  }
  response.end();
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));
