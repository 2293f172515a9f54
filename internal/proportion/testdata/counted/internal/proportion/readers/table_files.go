package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/cause"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/event"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/azure"
	"github.com/linkvet/linkvet/internal/hosting/cloudflare"
	"github.com/linkvet/linkvet/internal/hosting/firebase"
	"github.com/linkvet/linkvet/internal/hosting/githubpages"
	"github.com/linkvet/linkvet/internal/hosting/netlify"
	"github.com/linkvet/linkvet/internal/hosting/vercel"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
	sourcemarkup "github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
)

// tables are shapes of YAML and TOML.
var tables = shapes{
	openers:     []string{"- ", "a:\n ", "&a%d ", "[[", "a: [", "a = {b = "},
	closers:     []string{"]]", "}\n"},
	nesting:     [][2]string{{"{a: ", "}"}, {"[a, ", "]"}},
	repetition:  []string{"a%d: b\n", "a%d = 1\n", "[[a]]\nb = 1\n", "- &a%d b\n"},
	alternation: [][2]string{{"- a\n", "b: c\n"}, {"&a ", "*a "}},
}

// patterns are shapes of globs and of regular expressions.
var patterns = shapes{
	openers:     []string{"{", "[", "(", "@(", "!(", ":a("},
	closers:     []string{"}", ")"},
	nesting:     [][2]string{{"{a,", "}"}, {"(a|", ")"}},
	repetition:  []string{"*", "**/", "{a,b}", "{a,*}/", ":a%d/", "**/*a*/", "403 /a,"},
	alternation: [][2]string{{"{", ","}, {"**", "?"}, {"[", "("}},
}

// prose are shapes of the markups of authors.
var prose = shapes{
	openers:     []string{"[a](", "[a](<", "[a][", "``a`", "<a b={{", "{{", "link:a[", ".. _a: ", "++++\n", "    "},
	closers:     []string{"](a)", "]]", "`_"},
	nesting:     [][2]string{{"[", "](a)"}, {"[[", "]]"}, {"{{", "}}"}},
	repetition:  []string{"[a](/b%d)\n", "[a][b%d] ", "[[/a%d][b]]\n", ".. _a%d: /b\n", "include::a%d[]\n"},
	alternation: [][2]string{{"[a]: b\n", "[c]\n"}, {"[[", "]"}, {"(", "["}, {"```\n", "~~~\n"}},
}

// rules are shapes of files of hosts.
var rules = shapes{
	openers:     []string{"/:a", "[[redirects]]\nfrom=\""},
	closers:     []string{" 200\n", "/*\n"},
	nesting:     [][2]string{{"[[redirects]]\na = [", "]\n"}},
	repetition:  []string{"/x%d/* /y/:splat\n", "/a%d /b%d 301\n", "[[redirects]]\nfrom=\"/x%d/*\"\nto=\"/y\"\n"},
	alternation: [][2]string{{"/a/* /b\n", "/:a /b\n"}},
}

// list repeats an item between a beginning and an end, once with a comma after each.
func list(r reader, begin, item, end string) reader {
	r.begin, r.end = begin, end
	r.shapes = shapes{
		openers: []string{"{", "[", "\""}, closers: []string{"}", "]", "\","}, nesting: [][2]string{{"[", "]"}, {"{\"a\":", "}"}},
		repetition: []string{item + ","}, alternation: [][2]string{{item + ",", "1,"}, {item + ",", "{},"}},
	}
	if begin != "" {
		r.name += " " + begin
	}
	return r
}

func write(name string, content []byte) {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		panic(err)
	}
	if err := os.WriteFile(name, content, 0o600); err != nil {
		panic(err)
	}
}

func fileReaders(dir string) []reader {
	file := func(text []byte) config.Sources { return config.Sources{File: text, FileName: ".linkvet.yml"} }
	candidates := []string{strings.Repeat("a", 300), strings.Repeat("a/", 150), "/" + strings.Repeat("aaaa/", 60), "https://a.example/a/b%d?c"}
	load := func(src config.Sources) { _, _ = config.Load(src) }
	all := []reader{
		{name: "config: file", read: func(text []byte) { load(file(text)) }, shapes: tables.with(data)},
		{name: "config: file of patterns", begin: "exclude:\n", read: func(text []byte) { load(file(bytes.ReplaceAll(text, []byte("\n"), []byte("\n- ")))) }, shapes: lines.with(shapes{repetition: []string{"/a%d/**\n", "{a,b}%d\n", "/a.*b%d/\n"}})},
		{name: "config: file of rules", begin: "rules:\n- ", read: func(text []byte) { load(file(text)) }, shapes: tables.with(shapes{repetition: []string{"match: /a\n- ", "{match: /a%d, fragments: none}\n- ", "match: [/a]\n  headers: {a: b}\n- "}})},
		{name: "config: file of a list", begin: "accept: [", end: "]", read: func(text []byte) { load(file(text)) }, shapes: tables.with(patterns)},
		{name: "config: arguments", read: func(text []byte) { load(config.Sources{Args: strings.Fields(string(text))}) }, shapes: lines.with(shapes{
			openers: []string{"--exclude=", "--", "--exclude "}, repetition: []string{"--exclude=/a%d ", "--a%d ", "--exclude=a,b ", "-a ", "--no-exclude "}, alternation: [][2]string{{"--quiet ", "--exclude=/a "}},
		})},
		{name: "config: one argument", begin: "--exclude=", read: func(text []byte) { load(config.Sources{Args: []string{string(text)}}) }, shapes: patterns.with(lines)},
		{name: "config: inputs", begin: "INPUT_EXCLUDE=", read: func(text []byte) { load(config.Sources{Environ: []string{string(text)}}) }, shapes: patterns.with(lines)},
		{name: "config: pattern", read: func(text []byte) { config.CountedPattern(string(text), candidates...) }, shapes: patterns},
		{name: "config: accept", size: 1 << 12, read: func(text []byte) { config.CountedAccept(string(text), candidates...) }, shapes: patterns.with(lines)},
		{name: "config: header", begin: "a: ", read: func(text []byte) { config.CountedHeader(string(text)) }, shapes: lines},
		{name: "config: fix of a pattern", read: func(text []byte) { config.CountedFix(string(text)) }, shapes: patterns.with(urls)},
		{name: "cause: names in prose", read: func(text []byte) { cause.CountedNames("a.md", text) }, shapes: prose.with(shapes{
			openers: []string{"---\na: ", "# ", "a\n"}, repetition: []string{"# a\n", "a ", "a\n=\n", "a' ", "{#a%d}\n"}, alternation: [][2]string{{"a\n", "--\n"}},
		})},
		{name: "cause: names in data", read: func(text []byte) { cause.CountedNames("a.yml", text) }, shapes: tables.with(shapes{repetition: []string{"a ", "a", "A%d-a "}})},
		{name: "cause: names in HTML", size: 1 << 11, read: func(text []byte) { cause.CountedNames("a.html", text) }, shapes: prose.with(shapes{repetition: []string{"<a id=a>", "<a id=\"a a a\">"}})},
		{name: "git: patterns", read: func(text []byte) { git.CountedPatterns(string(text), "docs/a/b.md") }, shapes: patterns.with(shapes{
			openers: []string{"a%d[\n", "!"}, closers: []string{"]\n"}, repetition: []string{"a%d\n", "*.a%d\n", "a%d/**\n", "!a%d\n", "/a%d/b\n", "**/a%d/\n", "# a\n", "\\ \n", " "}, alternation: [][2]string{{"a%d\n", "!a%d\n"}},
		})},
		{name: "git: configuration", read: func(text []byte) { git.CountedRemotes(string(text)) }, shapes: lines.with(shapes{
			openers: []string{"[remote \"", "[remote \"a\\"}, closers: []string{"\"]\n"}, repetition: []string{"[remote \"a%d\"]\nurl = b\n", "url = a\n", "url = a\\\n", "[remote \"a\"]\n"}, alternation: [][2]string{{"[remote \"a\"]\n", "url=b\n"}},
		})},
		{name: "git: packed references", read: func(text []byte) {
			write(filepath.Join(dir, "git", "packed-refs"), text)
			git.CountedRef(filepath.Join(dir, "git"))
		}, shapes: lines.with(shapes{openers: []string{"^"}, repetition: []string{"0123456789012345678901234567890123456789 refs/heads/a%d\n", "^0123\n"}})},
		{name: "git: history", size: 1 << 8, read: func(text []byte) { git.CountedHistory(filepath.Join(dir, "history"), text) }, shapes: shapes{
			openers: []string{"(", "(-"}, closers: []string{"-)"}, nesting: [][2]string{{"(", ")"}}, repetition: []string{"-", "((("}, alternation: [][2]string{{"(", "-"}},
		}},
		{name: "git: delta", read: func(text []byte) {
			head := binary.AppendUvarint(nil, uint64(len(text)))
			git.CountedPatch(text, append(binary.AppendUvarint(head, uint64(64*len(text))), text...))
		}, shapes: lines},
	}
	for _, version := range []string{"\x02", "\x03", "\x04"} {
		all = append(all, reader{name: "git: index of version " + fmt.Sprint(version[0]), begin: "DIRC\x00\x00\x00" + version + "\x00\x7f\xff\xff", read: git.CountedIndex, shapes: lines.with(shapes{
			repetition: []string{
				strings.Repeat("\x00", 60) + "\x00\x03abc" + "\x00\x00\x00\x00\x00\x00", strings.Repeat("\x00", 60) + "\x0f\xffabc\x00\x00\x00", strings.Repeat("\x01", 60) + "\x00\x00\x00abc\x00", strings.Repeat("\x01", 60) + "\x40\x00\x00\x00\x01abc\x00",
			},
		})})
	}
	object := func(kind string, text []byte) string {
		const name = "0123456789012345678901234567890123456789"
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		_, _ = fmt.Fprintf(z, "%s %d\x00%s", kind, len(text), text) // neither fails in memory
		_ = z.Close()
		write(filepath.Join(dir, "objects", name[:2], name[2:]), packed.Bytes())
		return name
	}
	id := "01234567890123456789"
	all = append(all,
		reader{name: "git: directory", read: func(text []byte) { git.CountedObjects(dir, object("tree", text)) }, shapes: lines.with(shapes{
			openers: []string{"40000 ", "100644 a"}, repetition: []string{"100644 a%d\x00" + id, "40000 a%d\x00" + id, "100644 a\x00" + id}, alternation: [][2]string{{"100644 a%d\x00" + id, "40000 a%d\x00" + id}},
		})},
		reader{name: "git: commit", read: func(text []byte) { git.CountedObjects(dir, object("commit", text)) }, shapes: lines.with(shapes{
			openers: []string{"parent "}, repetition: []string{"parent 0123456789012345678901234567890123456789\n", "tree a\n", "committer a"}, alternation: [][2]string{{"tree a\n", "parent b\n"}},
		})},
	)
	for _, name := range []string{"a.md", "a.mdx", "a.html", "a.rst", "a.adoc", "a.org", "a.yml", "a.toml", "a.js", "a.json", "a.rs", "a.hpp", "a.java", "a.py", "a.scss", "a.tsx"} {
		shapes := prose
		switch path.Ext(name) {
		case ".html":
			shapes = prose.with(markup)
		case ".yml", ".toml", ".js", ".json":
			shapes = tables.with(data)
		case ".rs", ".hpp", ".java", ".py", ".scss", ".tsx":
			shapes = programs
		}
		// Brackets, texts and destinations are looked at for some kilobytes each, so that
		// smaller sizes show the squares below these bounds.
		all = append(all, reader{name: "source: " + name, size: 1 << 14, read: func(text []byte) { readSource(name, text) }, shapes: shapes})
		all = append(all, reader{name: "source: front matter of " + name, begin: "---\n", end: "\n---\n", read: func(text []byte) { readSource(name, text) }, shapes: tables})
	}
	return append(all, reportReaders(dir)...)
}

// readSource reads a source file with all of its links.
func readSource(name string, text []byte) {
	sourcemarkup.Read(context.Background(), name, text, func(destination.Destination) bool { return true })
}

// hosts are the files of hosts, and who reads them.
var hosts = []struct {
	name   string
	inside bool
	make   func(hosting.Deployment) hosting.Profile
	shapes shapes
}{
	{"_redirects", true, netlify.New, rules},
	{"_redirects", true, cloudflare.New, rules},
	{"_routes.json", true, cloudflare.New, data},
	{"netlify.toml", false, netlify.New, rules.with(tables)},
	{"wrangler.toml", false, cloudflare.New, tables},
	{"wrangler.json", false, cloudflare.New, data},
	{"vercel.json", false, vercel.New, data},
	{"firebase.json", false, firebase.New, data},
	{"staticwebapp.config.json", true, azure.New, data},
	{"_config.yml", false, githubpages.New, tables},
}

// files are those of a deployment with a single one that matters.
type files map[string]bool

func (f files) IsFile(name string) bool { return f[name] }
func (f files) IsDir(name string) bool  { return name == "" }

// ask makes a profile of a file, and asks it for some paths.
func ask(of func(hosting.Deployment) hosting.Profile, name string, inside bool, content []byte, paths ...string) {
	named := func(wanted bool) func(string) *hosting.Source {
		return func(pattern string) *hosting.Source {
			if ok, _ := path.Match(pattern, name); ok && inside == wanted {
				return &hosting.Source{Name: name, Data: content}
			}
			return nil
		}
	}
	p := of(hosting.Deployment{Files: files{"index.html": true, "a.html": true, name: inside}, Deployed: named(true), InRepository: func(pattern string) []*hosting.Source {
		if s := named(false)(pattern); s != nil {
			return []*hosting.Source{s}
		}
		return nil
	}})
	p.Faults()
	p.Rules()
	for _, asked := range paths {
		p.Answer(hosting.Request{Path: asked, Query: "a=b", Effort: hosting.NewEffort()})
		p.URLPath(strings.TrimPrefix(asked, "/"))
	}
}

func hostReaders() (all []reader) {
	for _, h := range hosts {
		read := reader{read: func(text []byte) {
			ask(h.make, h.name, h.inside, text, "/", "/a", "/x/a", "/x100003/a", "/no/such/page")
		}}
		read.name = fmt.Sprintf("hosting: %s of %s", h.name, h.make(hosting.Deployment{
			Files: files{}, Deployed: func(string) *hosting.Source { return nil }, InRepository: func(string) []*hosting.Source { return nil },
		}).Name())
		named := read
		named.shapes = h.shapes.with(lines)
		all = append(all, named)
		switch h.name {
		case "vercel.json":
			for _, key := range []string{"redirects", "rewrites", "headers"} {
				all = append(all, list(read, `{"`+key+`":[`, `{"source":"/x%d/:a*","destination":"/y/:a"}`, "]}"))
			}
			all = append(all, list(read, `{"routes":[`, `{"src":"/x%d/(.*)","dest":"/$1"}`, "]}"))
		case "firebase.json":
			all = append(all, list(read, `{"hosting":{"redirects":[`, `{"source":"/x%d/**/{a,b}*","destination":"/y","type":301}`, "]}}"), list(read, `{"hosting":{"ignore":[`, `"**/x%d/*"`, "]}}"),
				list(read, `{"hosting":{"rewrites":[`, `{"source":"/x%d/**","destination":"/y"}`, "]}}"))
		case "staticwebapp.config.json":
			all = append(all, list(read, `{"routes":[`, `{"route":"/x%d/*","redirect":"/y"}`, "]}"))
		case "_routes.json":
			all = append(all, list(read, `{"version":1,"include":[`, `"/x%d/*"`, `],"exclude":[]}`))
		case "_config.yml":
			all = append(all, list(read, "exclude: [", `"x%d/*"`, "]"))
		}
		// One rule whose pattern grows, and one path that does.
		around := map[string][2]string{
			"_redirects": {"/", " /b\n"}, "netlify.toml": {"[[redirects]]\nfrom='/", "'\nto='/b'\n"}, "vercel.json": {`{"redirects":[{"source":"/`, `","destination":"/b"}]}`}, "_routes.json": {`{"version":1,"include":["/`, `"],"exclude":[]}`},
			"firebase.json": {`{"hosting":{"redirects":[{"source":"/`, `","destination":"/b","type":301}]}}`}, "staticwebapp.config.json": {`{"routes":[{"route":"/`, `","redirect":"/b"}]}`}, "_config.yml": {"exclude: ['", "']"},
		}[h.name]
		if around[0] == "" {
			continue
		}
		pattern := read
		pattern.name += ": one pattern"
		// Groups are looked for up to the longest pattern, which has 4 KiB.
		pattern.bounded = []string{"@(", "!("}
		pattern.begin, pattern.end, pattern.shapes = around[0], around[1], patterns
		all = append(all, pattern)
		var some []byte
		for _, rule := range []string{"a/*", "x/:b", "a/**", "(.*)/b", "*/c", "a{b,c}"} {
			if h.name == "_redirects" || h.name == "netlify.toml" {
				some = append(some, around[0]+rule+around[1]...)
			} else {
				some = []byte(around[0] + "a/:b*" + around[1])
			}
		}
		asked := read
		asked.name += ": one path"
		asked.read = func(text []byte) { ask(h.make, h.name, h.inside, some, "/"+string(text), "/a/"+string(text)) }
		asked.shapes = urls
		all = append(all, asked)
	}
	return all
}

func reportReaders(dir string) []reader {
	environ := func(name string) func(string) string {
		values := map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": name, "GITHUB_REPOSITORY": "a/b", "GITHUB_SERVER_URL": "https://github.com"}
		return func(name string) string { return values[name] }
	}
	inReport := func(text string) *link.Report {
		return &link.Report{
			Schema: link.Schema, Mode: link.Directory, Target: text, Complete: true, Failed: true, Problems: []string{text}, Notes: []string{text},
			Findings: []link.Finding{{
				ID: "a", Verdict: link.Broken, Reason: link.NotFound, Target: text, Message: text, Suggestion: text, Fails: true,
				Occurrences: []link.Occurrence{{Page: text, File: text, Line: 1, Column: 2, Element: "a", Attribute: "href", Link: text, Text: text}},
			}},
		}
	}
	inMany := func(text string) *link.Report {
		r := inReport("a")
		for line := range strings.Lines(text) {
			f := inReport(line).Findings[0]
			f.ID = link.FindingID(line, link.NotFound)
			r.Findings = append(r.Findings, f)
		}
		return r
	}
	type writer = func(w io.Writer, r *link.Report) error
	writers := []struct {
		name  string
		size  int
		write writer
	}{
		{"text", 0, func(w io.Writer, r *link.Report) error {
			return report.Text(w, r, report.TextOptions{Verbose: true, Line: func(string, int) string { return r.Target }})
		}},
		{"JSON", 0, report.JSON},
		{"SARIF", 0, report.SARIF},
		{"JUnit", 0, report.JUnit},
		{"GitLab", 0, report.GitLab},
		{"pages", 0, report.Pages},
		{"Markdown", 0, func(w io.Writer, r *link.Report) error { return report.Markdown(w, r, report.MarkdownOptions{}) }},
		{"HTML", 0, func(w io.Writer, r *link.Report) error {
			return report.HTML(w, r, report.HTMLOptions{Line: func(string, int) string { return r.Target }})
		}},
		{"annotations", 1 << 12, func(w io.Writer, r *link.Report) error {
			return actions.New(environ("push"), w).Annotate(r, actions.Files{}, false)
		}},
	}
	texts := lines.with(urls).with(shapes{openers: []string{"\x1b[", "::", "##[", "|", "<!--", "```", "***"}, closers: []string{"::\n", "-->", "```\n"}, repetition: []string{"\n::error::a", "##[a]", "\u202e", "\U0001f600", "<b>", "&amp;", "a\n", "b%d\n"}})
	all := []reader{
		{name: "report: clean", read: func(text []byte) { report.Clean(string(text), 100); report.Clean(string(text), 1<<20) }, shapes: texts},
		{name: "report: inert", read: func(text []byte) { report.Inert(string(text)) }, shapes: texts},
		{name: "report: quote", read: func(text []byte) { report.CountedQuote(string(text)) }, shapes: markup.with(texts)},
		{name: "actions: guard", read: func(text []byte) {
			g := actions.Guard(io.Discard)
			_, _ = g.Write(text)
			_ = g.Close()
		}, shapes: texts},
		{name: "actions: guard, byte by byte", read: func(text []byte) {
			g := actions.Guard(io.Discard)
			for i := range text {
				_, _ = g.Write(text[i : i+1])
			}
			_ = g.Close()
		}, shapes: texts},
		{name: "event: deployment", begin: `{"deployment":{"environment":"a"},"deployment_status":{"state":"success","environment_url":"https://`, end: `"}}`, read: func(text []byte) {
			e := event.New(text, environ("deployment_status"))
			_, _, _ = e.Site("a*")
		}, shapes: data.with(urls)},
		{name: "event: status", begin: `{"state":"success","target_url":"https://a.example/","context":"netlify/`, end: `/deploy-preview"}`, read: func(text []byte) {
			e := event.New(text, environ("status"))
			_, _, _ = e.Site("*p*w")
		}, shapes: data.with(urls)},
		{name: "event: summary of a check run", begin: `{"check_run":{"status":"completed","conclusion":"success","app":{"slug":"cloudflare-pages"},"output":{"summary":"`, end: `"}}}`, read: func(text []byte) {
			e := event.New(text, environ("check_run"))
			_, _, _ = e.Site("")
		}, shapes: urls.with(shapes{repetition: []string{"https://", "https://a.", "https://a.b.pages.", "https://a%d.b.pages.dev ", "a.pages.dev"}})},
		{name: "event: pull requests", begin: `{"workflow_run":{"pull_requests":[`, end: `]}}`, read: func(text []byte) {
			event.New(text, environ("workflow_run"))
		}, shapes: data.with(shapes{repetition: []string{`{"number":1},`, `{"number":%d,"head":{"sha":"a"}},`}})},
		{name: "baseline", begin: `{"schema":"` + link.Schema + `","findings":[`, end: "]}", read: func(text []byte) {
			_, _ = baseline.Parse(context.Background(), bytes.NewReader(text))
		}, shapes: data.with(shapes{repetition: []string{`{"id":"a%d"},`, `{"target":"/%d","occurrences":[{"page":"/%d"}]},`}})},
		{name: "baseline: occurrences", begin: `{"schema":"` + link.Schema + `","findings":[{"occurrences":[`, end: "]}]}", read: func(text []byte) {
			_, _ = baseline.Parse(context.Background(), bytes.NewReader(text))
		}, shapes: data.with(shapes{repetition: []string{`{"page":"/%d"},`, `{"page":"/"},`}})},
		{name: "baseline: lines", begin: baseline.Header + "\n", read: func(text []byte) {
			_, _ = baseline.Parse(context.Background(), bytes.NewReader(text))
		}, shapes: lines.with(shapes{repetition: []string{"gone /%d /\n", `\\`, `\x20`, `\#`, "gone /a /%d\n", "# %d\n"}})},
		{name: "cache", begin: "linkvet.cache/1\n", read: cache.CountedDecode, shapes: lines.with(urls)},
		{name: "cache: file", read: func(text []byte) {
			write(filepath.Join(dir, "cache"), text)
			if s, err := cache.Open(context.Background(), filepath.Join(dir, "cache"), time.Hour, time.Unix(1e9, 0)); err == nil {
				_, _ = s.Find("https://a.example/")
			}
		}, shapes: lines},
		{name: "fetch: header fields", read: func(text []byte) { fetch.CountedFields(string(text)) }, shapes: lines.with(urls).with(shapes{
			repetition: []string{"a/b, ", "a/b;charset=c;", "\"a\";r=0;t=1,", "1", "t=1;", "limit=1, "}, alternation: [][2]string{{"a;", "t=1,"}},
		})},
		{name: "fetch: beginning of a body", read: fetch.CountedHead, shapes: markup},
	}
	for _, w := range writers {
		all = append(all,
			reader{name: "report: one finding as " + w.name, size: w.size, read: func(text []byte) { _ = w.write(io.Discard, inReport(string(text))) }, shapes: texts},
			reader{name: "report: findings as " + w.name, read: func(text []byte) { _ = w.write(io.Discard, inMany(string(text))) }, shapes: lines.with(shapes{repetition: []string{"a%d\n", "\n", "/a/b%d\n"}})},
		)
	}
	return all
}
