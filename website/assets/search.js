// Searches in the browser, in the index that Pagefind wrote when the site was built.
const root = new URL("./", import.meta.url);
const form = document.getElementById("search");
const field = document.getElementById("words");
const box = document.getElementById("results");
const status = box.querySelector("[role=status]");
const list = box.querySelector("ol");
const most = 8;

let engine;
async function load() {
  engine ??= import(new URL("pagefind/pagefind.js", root)).then(async (loaded) => {
    await loaded.options({ baseUrl: root.pathname, excerptLength: 24 });
    return loaded;
  });
  return engine;
}

function link(url, text) {
  const a = document.createElement("a");
  a.href = url;
  a.textContent = text;
  return a;
}

// excerpt shows a part of a page. Pagefind has escaped its text, and marks the words.
function excerpt(html) {
  const p = document.createElement("p");
  p.innerHTML = html;
  return p;
}

// section is the heading of a page that fits best, where that is not its first one.
function section(page) {
  const best = page.sub_results.reduce((a, b) => (b.weighted_locations.length > a.weighted_locations.length ? b : a), page.sub_results[0]);
  return best?.title === page.meta.title ? undefined : best;
}

function show(pages, count) {
  list.replaceChildren(...pages.map((page) => {
    const item = document.createElement("li");
    item.append(link(page.url, page.meta.title));
    const part = section(page);
    if (part) {
      item.append(" › ", link(part.url, part.title));
    }
    item.append(excerpt((part ?? page).excerpt));
    return item;
  }));
  status.textContent = count === 0 ? "No page has these words." : count === 1 ? "1 page" : `${count} pages`;
  box.hidden = false;
}

function close() {
  box.hidden = true;
  list.replaceChildren();
  status.textContent = "";
}

let latest = 0;
async function search() {
  const words = field.value.trim();
  const turn = ++latest;
  if (words === "") {
    close();
    return;
  }
  try {
    const found = await (await load()).search(words);
    const pages = await Promise.all(found.results.slice(0, most).map((result) => result.data()));
    if (turn === latest) {
      show(pages, found.results.length);
    }
  } catch (error) {
    status.textContent = "The search could not be loaded.";
    box.hidden = false;
    console.error(error);
  }
}

form.hidden = false;
field.addEventListener("focus", load, { once: true });
field.addEventListener("input", search);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    field.focus();
  } else if (event.key === "Escape" && !box.hidden) {
    field.value = "";
    close();
    field.focus();
  }
});
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#results, #search")) {
    close();
  }
});
field.value = new URLSearchParams(location.search).get("q") ?? "";
search();
