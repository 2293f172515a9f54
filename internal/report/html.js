(() => {
  const box = document.getElementById("filter"), input = box.querySelector("input"), said = box.querySelector("output");
  let findings, timer;
  // What the rows of a card have in common is outside them.
  const read = (card) => {
    const rows = card.querySelectorAll(".rows > li");
    const common = rows.length > 0 ? [...card.children].filter((e) => !e.matches(".rows, details")).map((e) => e.textContent + " ").join("") : "";
    return [...(rows.length > 0 ? rows : [card])].map((element) => ({ element, text: (common + element.textContent).toLowerCase() }));
  };
  const apply = () => {
    findings ??= [...document.querySelectorAll("article")].flatMap(read);
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const f of findings) {
      f.element.hidden = !words.every((word) => f.text.includes(word));
    }
    for (const card of document.querySelectorAll("article:has(.rows)")) {
      card.hidden = !card.querySelector(".rows > li:not([hidden])");
    }
    for (const fold of document.querySelectorAll("main > details, article > details")) {
      fold.open = words.length > 0 && fold.querySelector("article:not([hidden]), .rows > li:not([hidden])") !== null;
    }
    said.textContent = words.length > 0 ? `${findings.filter((f) => !f.element.hidden).length} of ${findings.length}` : "";
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(apply, 200);
  });
  box.hidden = false;
})();
