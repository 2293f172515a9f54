(() => {
  const box = document.getElementById("filter");
  const input = box.querySelector("input"), said = box.querySelector("output");
  const findings = [...document.querySelectorAll("article")];
  const folds = [...document.querySelectorAll("main > details")];
  const open = new Map(folds.map((fold) => [fold, fold.open]));
  let texts, timer;
  const apply = () => {
    texts ??= findings.map((finding) => finding.textContent.toLowerCase());
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    findings.forEach((finding, i) => {
      finding.hidden = !words.every((word) => texts[i].includes(word));
      shown += !finding.hidden;
    });
    for (const fold of folds) {
      fold.open = words.length > 0 || open.get(fold);
    }
    said.textContent = words.length > 0 ? `${shown} of ${findings.length} shown` : "";
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(apply, 200);
  });
  box.hidden = false;
})();
