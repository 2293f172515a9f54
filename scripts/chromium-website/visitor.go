package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// visitor looks at the pages of a site.
type visitor struct {
	*browser
	origin, axe, out string
}

// inspection lists what is wrong with a page for its reader.
const inspection = `(async () => {
	const faults = [];
	const want = (holds, text) => holds || faults.push(text);
	const meta = (name) => document.querySelector("meta[name=" + name + "]")?.content ?? "";
	want(document.documentElement.lang === "en", "no language");
	want(document.title.length > 10, "no title");
	want(meta("robots") === "noindex" || meta("description").length > 10, "no description");
	want(meta("viewport").includes("width=device-width"), "no viewport");
	want(document.querySelectorAll("h1").length === 1, "not one h1");
	want(document.documentElement.scrollWidth <= innerWidth, "wider than the window: " + document.documentElement.scrollWidth);
	for (const image of document.images) {
		image.loading = "eager";
		await image.decode().catch(() => faults.push("no picture " + image.src));
	}
	const { violations } = await axe.run();
	for (const { id, nodes } of violations) {
		faults.push(id + ": " + nodes.slice(0, 3).map((node) => node.target + " " + (node.any[0]?.message ?? "")).join("; "));
	}
	return faults;
})()`

// checkPages looks at each page on a desk, in the dark, and on a phone.
func (v *visitor) checkPages(pages []string) error {
	var faults []error
	for _, look := range []struct {
		width  int
		colors string
	}{{1280, "light"}, {1280, "dark"}, {360, "light"}, {360, "dark"}} {
		if err := v.look(look.width, look.colors); err != nil {
			return err
		}
		for _, page := range pages {
			var found []string
			err := v.visit(v.origin + base + page)
			if err == nil {
				err = v.evaluate(v.axe+"\n;"+inspection, &found)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", page, err)
			}
			found = append(found, v.said...)
			found = append(found, v.elsewhere()...)
			for _, fault := range found {
				faults = append(faults, fmt.Errorf("%s, %d pixels, %s: %s", page, look.width, look.colors, fault))
			}
		}
	}
	fmt.Printf("%d pages, each looked at 4 times: %d faults\n", len(pages), len(faults))
	return errors.Join(faults...)
}

// elsewhere returns the requests to other hosts.
func (v *visitor) elsewhere() []string {
	var others []string
	for _, url := range v.asked {
		if !strings.HasPrefix(url, v.origin+base) {
			others = append(others, "it asks for "+url)
		}
	}
	return others
}

// searches are words, and the page that has to be the first result.
var searches = []struct{ words, first string }{
	{"baseline", "baseline.html"},
	{"soft 404", "soft-404.html"},
	{"vercel", "gating/vercel.html"},
	{"netlify", "gating/netlify.html"},
	{"lychee", "migrating/lychee.html"},
	{"fragment-not-found", "reasons.html"},
	{"sarif", "reports.html"},
	{"glossary", "glossary.html"},
	{"suggest", "suggestions.html"},
	{"getting started", "getting-started.html"},
	{"max-unread", "settings.html"},
	{"benchmarks", "benchmarks.html"},
}

// checkSearch types words on a page below a folder, and reads the first result. The key /
// leads to the field, Enter to the result, and Escape back.
func (v *visitor) checkSearch() error {
	if err := v.look(1280, "light"); err != nil {
		return err
	}
	const results = `new Promise((resolve) => { const look = () => {
		const status = document.querySelector("#results [role=status]").textContent;
		status ? resolve([status, ...[...document.querySelectorAll("#results li > a:first-child")].map((a) => a.href)]) : setTimeout(look, 20);
	}; look(); })`
	var faults []error
	for _, search := range searches {
		var found []string
		err := errors.Join(
			v.visit(v.origin+base+"gating/render.html"), v.key("/", "/"),
			v.call("Input.insertText", map[string]any{"text": search.words}, nil), v.evaluate(results, &found),
		)
		if err != nil {
			return err
		}
		for i := range found {
			found[i] = strings.TrimPrefix(found[i], v.origin+base)
		}
		fmt.Printf("search %q: %s\n", search.words, strings.Join(found[:min(4, len(found))], ", "))
		if len(found) < 2 || found[1] != search.first {
			faults = append(faults, fmt.Errorf("the first result for %q is not %s", search.words, search.first))
		}
		for _, fault := range append(v.elsewhere(), v.said...) {
			faults = append(faults, fmt.Errorf("search for %q: %s", search.words, fault))
		}
	}
	faults = append(faults, v.photograph(filepath.Join(v.out, "search.png")))
	var closed, followed bool
	faults = append(faults, v.key("Escape", ""), v.evaluate(`document.getElementById("results").hidden && document.activeElement.id === "words"`, &closed))
	var none []string
	faults = append(faults, v.call("Input.insertText", map[string]any{"text": "glossary"}, nil), v.evaluate(results, &none), v.key("Enter", "\r"),
		v.evaluate(`new Promise((resolve) => setTimeout(() => resolve(true), 500))`, nil), v.evaluate(`location.pathname.endsWith("/glossary.html")`, &followed))
	if !closed || !followed {
		faults = append(faults, fmt.Errorf("the key Escape closes the results: %t; Enter opens the first: %t", closed, followed))
	}
	return errors.Join(faults...)
}

// checkWithoutScripts wants each page to have its text and its menu, and no search.
func (v *visitor) checkWithoutScripts(pages []string) error {
	if err := v.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil); err != nil {
		return err
	}
	var faults []error
	for _, page := range pages {
		var reads bool
		err := errors.Join(v.visit(v.origin+base+page), v.evaluate(`document.querySelector("h1").checkVisibility() && document.querySelector("main").innerText.length > 80 &&
			document.querySelectorAll("#menu a").length > 20 && !document.getElementById("search").checkVisibility()`, &reads))
		if err != nil {
			return err
		}
		if !reads {
			faults = append(faults, fmt.Errorf("%s does not read well without scripts", page))
		}
	}
	fmt.Printf("%d pages without scripts: %d faults\n", len(pages), len(faults))
	return errors.Join(append(faults, v.visit(v.origin+base+"reasons.html"), v.photograph(filepath.Join(v.out, "no-scripts.png")),
		v.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": false}, nil))...)
}

// pictures leaves a few pages as they look.
func (v *visitor) pictures() error {
	var faults []error
	for _, page := range []string{"index.html", "contents.html", "settings.html", "reports.html", "gating/vercel.html", "404.html"} {
		name := filepath.Join(v.out, strings.NewReplacer("/", "-", ".html", "").Replace(page))
		faults = append(faults, v.look(1280, "light"), v.visit(v.origin+base+page), v.photograph(name+"-light.png"),
			v.look(1280, "dark"), v.photograph(name+"-dark.png"), v.look(360, "dark"), v.photograph(name+"-phone.png"))
	}
	return errors.Join(faults...)
}
