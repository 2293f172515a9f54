package hosting

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// fuzzedFiles are the files that rules are tried on.
var fuzzedFiles = []string{"index.html", "page.html", "folder/index.html", "both.html", "both/index.html", "404.html", "bare"}

func FuzzNetlifyRedirects(f *testing.F) {
	f.Add("/a /b\n/news/* /blog/:splat 301!\n/s id=:id /x/:id 200 Country=us\n", "/news/1?id=2")
	f.Add("/*/x/:y/* https://example.com/:splat/:y 200\n/x/* 200 # own\n", "/q/x/1/2/")
	f.Add("\ufeff/ü%20ä /%zz\r\n// //:a 404\n/:a-b/c* /:a-b:splat#x?y\n", "/ü ä")
	f.Fuzz(func(t *testing.T, rules, url string) {
		checkRules(t, rules, url, func(d Deployment) Profile { return NewNetlify(d) })
	})
}

func FuzzCloudflareRedirects(f *testing.F) {
	f.Add("/a /b\n/news/* https://example.com/:splat 301\n/s/:id.html /x/:id?y=:id#z 200\n", "/news/1?id=2")
	f.Add("/* /index.html 200\n/:a:b /:a-:b\n/a*b/:c /:splat:c # z\n", "/q/x/1/2/")
	f.Add("\ufeff/ü%20ä?b#c /%zz\r\n// //:a 308\n", "/ü ä/index")
	f.Fuzz(func(t *testing.T, rules, url string) {
		checkRules(t, rules, url, func(d Deployment) Profile { return NewCloudflarePages(d) })
	})
}

func FuzzNetlifyConfig(f *testing.F) {
	f.Add("[[redirects]]\nfrom = \"/a/*\"\nto = '/b/:splat'\nstatus = 200\nforce = true\nquery = {id = \":id\"}\n[redirects.conditions]\nCountry = [\"us\"]\n", "/a/b?id=1")
	f.Add("redirects = [{from='/a', to=\"\"\"\n/b\"\"\"}]\n[[edge_functions]]\npath=['/x*']\n[build.processing.html]\npretty_urls=false", "/both/")
	f.Fuzz(func(t *testing.T, config, url string) {
		p := NewNetlify(fuzzedTree("").deployment(tree{"netlify.toml": config}))
		checkPlaces(t, p, config)
		checkAnswer(t, p, url)
	})
}

func FuzzCloudflareRoutes(f *testing.F) {
	f.Add(`{"version":1,"include":["/api/*"],"exclude":["/api/a*b%20c"]}`, "x/[id]/[[rest]].ts", "/x/1/2")
	f.Add(`{"include":[1]}`, "_middleware.js", "/")
	f.Fuzz(func(t *testing.T, routes, name, url string) {
		files := fuzzedTree("")
		files[routesName] = routes
		p := NewCloudflarePages(files.deployment(tree{"functions/" + name: ""}))
		checkAnswer(t, p, url)
	})
}

func fuzzedTree(rules string) tree {
	files := tree{redirectsName: rules}
	for _, file := range fuzzedFiles {
		files[file] = ""
	}
	return files
}

// checkRules makes a profile of rules, whose destinations must stand where the
// rules say.
func checkRules(t *testing.T, rules, url string, profile func(Deployment) Profile) {
	p := profile(fuzzedTree(rules).deployment(nil))
	checkPlaces(t, p, rules)
	lines := strings.Split(rules, "\n")
	for _, rule := range p.Rules() {
		line := []rune(lines[rule.Line-1])
		if rest := string(line[rule.Column-1:]); !strings.HasPrefix(rest, rule.To) {
			t.Errorf("line %d, column %d is %q, not %q", rule.Line, rule.Column, rest, rule.To)
		}
	}
	checkAnswer(t, p, url)
}

// checkPlaces expects rules and faults to be about lines that the file has.
func checkPlaces(t *testing.T, p Profile, file string) {
	count := strings.Count(file, "\n") + 1
	for _, rule := range p.Rules() {
		if rule.Line < 1 || rule.Line > count || rule.Column < 1 || rule.To == "" {
			t.Errorf("rule %+v of %d lines", rule, count)
		}
	}
	for _, fault := range p.Faults() {
		if fault.Line < 0 || fault.Line > count || fault.Message == "" {
			t.Errorf("fault %+v of %d lines", fault, count)
		}
	}
}

// checkAnswer expects an answer to make sense.
func checkAnswer(t *testing.T, p Profile, url string) {
	path, query, _ := strings.Cut(url, "?")
	answer := p.Answer(Request{Path: "/" + strings.TrimPrefix(path, "/"), Query: query})
	for _, a := range append([]Answer{answer}, answer.Or...) {
		switch a.Kind {
		case File:
			if _, ok := fuzzedTree("")[a.File]; !ok || a.File == redirectsName {
				t.Errorf("sends %q, which is no file", a.File)
			}
		case Redirect, Proxy:
			if !strings.HasPrefix(a.Location, "/") && !isAbsolute(a.Location) || strings.ContainsAny(a.Location, " \t\n") {
				t.Errorf("leads to %q", a.Location)
			}
			if utf8.ValidString(a.Location) && strings.ContainsFunc(a.Location, func(r rune) bool { return r > '~' }) {
				t.Errorf("the location %q is not encoded", a.Location)
			}
			if a.Kind == Redirect && a.Status/100 != 3 {
				t.Errorf("redirects with %d", a.Status)
			}
		case NotFound:
			if a.Status != 0 && a.Status/100 != 4 && a.Status/100 != 5 {
				t.Errorf("finds nothing with %d", a.Status)
			}
		}
	}
}
