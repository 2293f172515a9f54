(() => {
  const box = document.getElementById("filter");
  const [words, file] = box.querySelectorAll("input"), [reason, order] = box.querySelectorAll("select");
  const said = box.querySelector("output");
  const sections = [...document.querySelectorAll("main > .broken, main > .unverified, main > .redirected")].map((element) => ({
    element, list: element.querySelector(".cards"), cards: [...element.querySelectorAll("article")],
  }));
  // What the filter opened, it closes again.
  const opened = new Set();
  const unfold = (fold, wanted) => {
    if (wanted && !fold.open) {
      fold.open = true;
      opened.add(fold);
    } else if (!wanted && opened.delete(fold)) {
      fold.open = false;
    }
  };
  let facts, timer;
  const names = (element) => [...element.querySelectorAll(":scope > a, :scope > samp, .at > li > a, .at > li > samp")]
    .map((place) => place.textContent.replace(/(:\d+){1,2}$/, ""));
  const read = (card) => {
    const rows = card.querySelectorAll(".rows > li");
    const why = (element) => element.querySelector(".why")?.textContent;
    // What the rows of a card have in common is outside them.
    const common = rows.length > 0 ? [...card.children].filter((e) => e.className !== "rows" && e.tagName !== "DETAILS") : [];
    const words = common.map((e) => e.textContent + " ").join(""), heading = card.querySelector("h3");
    const findings = (rows.length > 0 ? [...rows] : [card]).map((element) => ({
      element, reason: why(element) ?? why(card), text: (words + element.textContent).toLowerCase(),
      names: (rows.length > 0 ? names(heading) : []).concat(names(element)),
    }));
    for (const f of findings) {
      f.files = f.names.join("\n").toLowerCase();
    }
    return { card, findings, target: heading.textContent, file: findings[0].files.split("\n")[0] };
  };
  const learn = () => new Map(sections.flatMap((s) => s.cards).map((card) => [card, read(card)]));
  const apply = () => {
    facts ??= learn();
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean), path = file.value.trim().toLowerCase();
    const on = wanted.length > 0 || path !== "" || reason.value !== "";
    let shown = 0, total = 0;
    for (const { findings, card } of facts.values()) {
      let here = 0;
      for (const f of findings) {
        f.element.hidden = !((reason.value === "" || f.reason === reason.value) &&
          f.files.includes(path) && wanted.every((word) => f.text.includes(word)));
        here += !f.element.hidden;
      }
      card.hidden = here === 0;
      shown += here;
      total += findings.length;
      for (const fold of card.querySelectorAll(":scope > details")) {
        unfold(fold, on && here <= 50 && fold.querySelector(".rows > li:not([hidden])") !== null);
      }
    }
    const key = order.value, compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;
    for (const s of sections) {
      const cards = key === "" ? s.cards : [...s.cards].sort((a, b) => compare(facts.get(a)[key], facts.get(b)[key]));
      s.list.append(...cards);
      if (s.element.tagName === "DETAILS") {
        unfold(s.element, on && s.cards.some((card) => !card.hidden));
      }
    }
    said.textContent = on ? `${shown} of ${total} shown` : "";
  };
  const reset = () => {
    words.value = file.value = reason.value = "";
    apply();
  };
  const reveal = () => {
    const id = location.hash.slice(1), target = id && document.getElementById(id);
    if (!target) {
      return;
    }
    if (target.closest("[hidden]")) {
      reset();
    }
    for (let e = target; e; e = e.parentElement) {
      if (e.tagName === "DETAILS") {
        e.open = true;
      }
    }
    target.scrollIntoView();
  };
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(apply, 200);
  });
  box.querySelector("button").addEventListener("click", reset);
  file.addEventListener("focus", () => {
    facts ??= learn();
    const all = new Set([...facts.values()].flatMap((f) => f.findings.flatMap((g) => g.names)));
    document.getElementById("names").append(...[...all].sort().map((name) => new Option("", name)));
  }, { once: true });
  addEventListener("hashchange", reveal);
  box.hidden = false;
  reveal();
})();
