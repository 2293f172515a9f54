//go:build linux

package main

import (
	"bufio"
	"fmt"
	"path/filepath"
	"strings"
)

// nests are texts that are nested, by the format that they are of.
func nests() map[string][]string {
	return map[string][]string{
		"yml":  {"[", "{a: ", "- ", "? ", "a: [", "&a [*a, ", "!!", "\"", "\t", "|\n "},
		"toml": {"a=[", "[", "a.", "a={a=", "[[a]]\n", `a="""`},
		"json": {"[", `{"a":`, `{"redirects":[`, `"\u`, "1e", "//", "/*"},
	}
}

// settingsFiles are hostile .linkvet.yml files. One is read up to 1 MiB.
func settingsFiles() []hostile {
	var cases []hostile
	add := func(name string, size int, unit string, write func(w *bufio.Writer, size int), statuses ...int) {
		cases = append(cases, hostile{
			name: ".linkvet.yml: " + name, size: size, unit: unit, ends: statuses,
			make: func(p *place, size int) {
				around(p)
				p.stream(".linkvet.yml", func(w *bufio.Writer) { write(w, size) })
			},
		})
	}
	for _, text := range nests()["yml"] {
		add(fmt.Sprintf("repeated %q", text), 1_000_000, "bytes", func(w *bufio.Writer, size int) { repeat(w, text, size/len(text)) }, failed, usage)
	}
	add("aliases that multiply", 0, "", func(w *bufio.Writer, _ int) {
		_, _ = w.WriteString("a: &a [x,x,x,x,x,x,x,x,x,x]\n")
		for i := 'b'; i < 'n'; i++ {
			_, _ = fmt.Fprintf(w, "%c: &%[1]c [%s]\n", i, strings.Repeat(fmt.Sprintf("*%c,", i-1), 10))
		}
		_, _ = w.WriteString("exclude: *m\n")
	}, usage)
	add("aliases in values", 1_000_000, "bytes", func(w *bufio.Writer, size int) {
		_, _ = fmt.Fprintf(w, "exclude:\n- &a %s\n", strings.Repeat("/a", size/4))
		fill(w, "- *a\n", size/2)
	}, usage, failed)
	add("unknown settings", 1_000_000, "bytes", func(w *bufio.Writer, size int) {
		for i := range size / 12 {
			_, _ = fmt.Fprintf(w, "exclud%s: a\n", name(i))
		}
	}, usage)
	add("one long key", 1_000_000, "bytes", func(w *bufio.Writer, size int) { fill(w, "excludes", size-10) }, usage)
	return cases
}

// patterns are those of users, each beside links that are as long to match as can be.
func patterns() []hostile {
	var cases []hostile
	for _, pattern := range []string{
		"/" + strings.Repeat("a*", 500) + "b", "/{" + strings.Repeat("{a,b},", 200) + "c}", "/" + strings.Repeat("{a,b}", 200), "/" + strings.Repeat("**/", 300) + "b",
		"/(a+)+$/", "/(a|a)*b/", "/((a{0,30}){0,30})b/", "/" + strings.Repeat("(a?)", 400) + "b/", "/" + strings.Repeat("(", 500) + strings.Repeat(")", 500) + "/",
		"/.*.*.*.*.*=.*/", "/[^" + strings.Repeat("a", 10000) + "]b/", "/(?i)" + strings.Repeat("k", 5000) + "/",
	} {
		short := pattern[:min(len(pattern), 20)]
		cases = append(cases, hostile{
			name: "exclude: " + short, size: 2_000_000, unit: "bytes", ends: ends(clean, failed, usage),
			args: []string{"--external=false", "--exclude=" + pattern, "site"},
			make: one(func(w *bufio.Writer, size int) {
				for i := range size / 2000 {
					_, _ = w.WriteString("<a href='/")
					fill(w, "a", 1000)
					fill(w, "/a", 1000)
					_, _ = w.WriteString(name(i) + "'>x</a>")
				}
			}),
		})
	}
	return append(cases,
		excluding("many patterns, many links", 20_000, "/**/NAME/*"),
		excluding("many regular expressions", 10_000, "/NAME(a|b)*c{1,100}/"),
	)
}

// excluding is a case of as many patterns as links, with the name of a link in each.
func excluding(title string, size int, pattern string) hostile {
	return hostile{
		name: "exclude: " + title, size: size, unit: "patterns", ends: ends(failed, usage),
		make: func(p *place, size int) {
			p.stream("site/index.html", func(w *bufio.Writer) {
				for i := range size {
					_, _ = fmt.Fprintf(w, "<a href=/%s>", name(i))
				}
			})
			p.stream(".linkvet.yml", func(w *bufio.Writer) {
				_, _ = w.WriteString("exclude:\n")
				for i := range size {
					_, _ = fmt.Fprintf(w, "- '%s'\n", strings.ReplaceAll(pattern, "NAME", name(i)))
				}
			})
		},
	}
}

// hostRules are rules of hosts. Their files are read up to some megabytes, of which
// none may keep linkvet busy.
func hostRules() []hostile {
	var cases []hostile
	add := func(title, file string, size int, unit string, write func(w *bufio.Writer, size int)) {
		cases = append(cases, hostile{
			name: title, size: size, unit: unit, ends: ends(failed, incomplete),
			make: func(p *place, size int) {
				p.stream("site/index.html", func(w *bufio.Writer) {
					for i := range 2000 {
						_, _ = fmt.Fprintf(w, "<a href=/a/a/%s/a/a/a>x</a><a href=/%s%[1]s>y</a>", name(i), strings.Repeat("a", 200))
					}
				})
				p.stream(file, func(w *bufio.Writer) { write(w, size) })
			},
		})
	}
	rules := func(begin, rule, end string) func(w *bufio.Writer, size int) {
		return func(w *bufio.Writer, size int) {
			_, _ = w.WriteString(begin)
			for i := range size {
				if i > 0 && strings.HasSuffix(rule, "}") {
					_, _ = w.WriteString(",")
				}
				_, _ = w.WriteString(strings.ReplaceAll(rule, "NAME", name(i)))
			}
			_, _ = w.WriteString(end)
		}
	}
	const count = 20_000
	for _, rule := range []string{"/NAME/* /x", "/* /NAME 301!", "/:a/:b/NAME/* /x/:a", "/* /x a=NAME", "/a* /NAME/:splat 200!", "/NAME https://example.com/NAME 301"} {
		add("_redirects: "+rule, "site/_redirects", count, "rules", rules("", rule+"\n", ""))
	}
	add("_redirects: a loop", "site/_redirects", 0, "", rules("", "/* /a/:splat/:splat 301\n/a/* /:splat 301\n", ""))
	for _, source := range []string{"/(a+)+NAME", "/:a(.*)/NAME", "/:a*/NAME", "/((?:a|b)*)*NAME", "/:path*"} {
		add("vercel.json: "+source, "vercel.json", count, "rules", rules(`{"redirects":[`, `{"source":"`+source+`","destination":"/NAME"}`, "]}"))
	}
	for _, source := range []string{"**/a*/**/NAME", "/@(a|b)+(a)*NAME", "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}/NAME", "/:a*/NAME"} {
		add("firebase.json: "+source, "firebase.json", count, "rules", rules(`{"hosting":{"public":"site","redirects":[`, `{"source":"`+source+`","destination":"/NAME","type":301}`, "]}}"))
	}
	add("firebase.json: regular expressions", "firebase.json", count, "rules", rules(`{"hosting":{"public":"site","redirects":[`, `{"regex":"/(a+)+(a|a)*NAME","destination":"/NAME","type":301}`, "]}}"))
	add("netlify.toml: rules", "netlify.toml", count, "rules", rules("", "[[redirects]]\nfrom=\"/a/*/NAME\"\nto=\"/:splat\"\n", ""))
	add("staticwebapp.config.json: rules", "site/staticwebapp.config.json", count, "rules", rules(`{"routes":[`, `{"route":"/NAME/*.{html,png}","redirect":"/NAME"}`, "]}"))
	for _, file := range []string{"site/staticwebapp.config.json", "vercel.json", "firebase.json", "wrangler.json", "package.json", "netlify.toml", "wrangler.toml"} {
		for _, text := range nests()[strings.TrimPrefix(filepath.Ext(file), ".")] {
			add(fmt.Sprintf("%s: repeated %q", strings.TrimPrefix(file, "site/"), text), file, 4_000_000, "bytes", func(w *bufio.Writer, size int) { repeat(w, text, size/len(text)) })
		}
	}
	return cases
}

// sources are files that pages may have been built from. They are read as there is a
// broken link.
func sources() []hostile {
	var cases []hostile
	add := func(file, text string) {
		cases = append(cases, hostile{
			name: fmt.Sprintf("source %s: repeated %q", file, text), size: 4_000_000, unit: "bytes", ends: ends(failed, incomplete),
			make: func(p *place, size int) {
				p.page("site/index.html", "<h1>Title</h1><a href=gone>gone</a><a href=/a/b/missing>more</a>")
				p.stream("content/"+file, func(w *bufio.Writer) { repeat(w, text, size/len(text)) })
				p.file("content/b.md", "[gone](gone)")
			},
		})
	}
	for _, text := range []string{"[", "](", "![", "`", "[a](gone) ", "[a]: gone\n", "> ", "- ", "<", "*_", "---\n", "{{", "+++\na.", "\\", "|"} {
		add("a.md", text)
	}
	for _, text := range []string{"`", "`a <gone>`_ ", ".. _a: gone\n", "|a", ".. "} {
		add("a.rst", text)
	}
	for _, text := range []string{"link:gone[", "{", "[[", "<<", "include::a[]\n"} {
		add("a.adoc", text)
	}
	for _, text := range []string{"[[gone]", "[[", "#+", "*"} {
		add("a.org", text)
	}
	for _, text := range []string{"{{", "<%", "<a href=", "<a href='{{", "{%"} {
		add("a.html", text)
	}
	for _, kind := range []string{"yml", "toml", "json"} {
		for _, text := range nests()[kind] {
			add("a."+kind, text)
		}
	}
	add("a.ipynb", `{"cells":[`)
	return append(cases, hostile{
		name: "a hundred thousand sources that name the link", size: 100_000, unit: "files", ends: ends(failed),
		make: func(p *place, size int) {
			p.page("site/index.html", "<h1>Title</h1><a href=gone>gone</a>")
			for i := range size {
				p.file(fmt.Sprintf("content/%d/%d.md", i/1000, i), "[gone](gone)\n")
			}
		},
	}, hostile{
		name: "sources of 4 GB", size: 1000, unit: "files", ends: ends(failed, incomplete),
		make: func(p *place, size int) {
			p.page("site/index.html", "<h1>Title</h1><a href=gone>gone</a>")
			for i := range size {
				p.sparse(fmt.Sprintf("content/%d.md", i), "[gone](gone)\n", 4<<20)
			}
		},
	})
}
