// Package hostingtest has what the tests of all hosts share: deployments without files on
// disk, answers as text, tables of answers, and hostile files.
package hostingtest

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
)

// Tree holds files by name. Only the files of rules need their content.
type Tree map[string]string

// IsFile reports whether a file has that name.
func (t Tree) IsFile(name string) bool {
	_, ok := t[name]
	return ok
}

// IsDir reports whether a directory has that name.
func (t Tree) IsDir(name string) bool {
	if name == "" {
		return true
	}
	for file := range t {
		if strings.HasPrefix(file, name+"/") {
			return true
		}
	}
	return false
}

// Deployment returns t as the build directory "public" of a repository that holds the
// files of repository.
func (t Tree) Deployment(repository Tree) hosting.Deployment {
	return hosting.Deployment{
		Files: t,
		Deployed: func(name string) *hosting.Source {
			if content, ok := t[name]; ok {
				return &hosting.Source{Name: "public/" + name, Data: []byte(content)}
			}
			return nil
		},
		InRepository: func(pattern string) []*hosting.Source {
			var sources []*hosting.Source
			for name, content := range repository {
				if ok, _ := path.Match(pattern, name); ok {
					sources = append(sources, &hosting.Source{Name: name, Data: []byte(content)})
				}
			}
			slices.SortFunc(sources, func(a, b *hosting.Source) int { return strings.Compare(a.Name, b.Name) })
			return sources
		},
	}
}

// Describe writes an answer in one line: "200 file", "301 /location", "proxy URL",
// "unknown", "404", and further ones behind "or".
func Describe(a hosting.Answer) string {
	var text string
	switch a.Kind {
	case hosting.File:
		text = "200 " + a.File
	case hosting.Redirect:
		text = fmt.Sprintf("%d %s", a.Status, a.Location)
	case hosting.Proxy:
		text = "proxy " + a.Location
	case hosting.Unknown:
		text = "unknown"
	case hosting.NotFound:
		text = "404"
		if a.Status != 0 {
			text = strconv.Itoa(a.Status)
		}
	}
	for _, other := range a.Or {
		text += " or " + Describe(other)
	}
	return text
}

// Ask returns what a profile answers for "path?query", which is percent-decoded, as
// Describe writes it.
func Ask(p hosting.Profile, url string) string {
	pathname, query, _ := strings.Cut(url, "?")
	return Describe(p.Answer(hosting.Request{Path: pathname, Query: query}))
}

// Faults writes the faults of a profile in one line each.
func Faults(p hosting.Profile) (lines []string) {
	for _, fault := range p.Faults() {
		lines = append(lines, fmt.Sprintf("%s:%d: %s", fault.Source, fault.Line, fault.Message))
	}
	return lines
}

// Rules writes the rules of a profile in one line each.
func Rules(p hosting.Profile) (lines []string) {
	for _, rule := range p.Rules() {
		line := fmt.Sprintf("%s:%d:%d %s", rule.Source, rule.Line, rule.Column, rule.To)
		if rule.Literal {
			line += " literal"
		}
		lines = append(lines, line)
	}
	return lines
}

// FaultTest is a repository with what a profile says about its files, each as "SOURCE:LINE part
// of the message" in order, and the rules as Rules writes them.
type FaultTest struct {
	Name          string
	Repository    Tree
	Faults, Rules []string
}

// Check compares the faults and the rules of the profile.
func (f FaultTest) Check(t *testing.T, host string) {
	t.Helper()
	p := hosting.New(host, Tree{"index.html": ""}.Deployment(f.Repository))
	faults := p.Faults()
	if len(faults) != len(f.Faults) {
		t.Fatalf("%s: %d faults, want %d: %+v", f.Name, len(faults), len(f.Faults), faults)
	}
	for i, fault := range faults {
		place, part, _ := strings.Cut(f.Faults[i], " ")
		if got := fmt.Sprintf("%s:%d", fault.Source, fault.Line); got != place || !strings.Contains(fault.Message, part) {
			t.Errorf("%s: fault %s %q, want %q", f.Name, got, fault.Message, f.Faults[i])
		}
	}
	if diff := cmp.Diff(f.Rules, Rules(p)); diff != "" {
		t.Errorf("%s: rules (-want +got):\n%s", f.Name, diff)
	}
}

// CheckAnswers compares what a profile answers for each URL.
func CheckAnswers(t *testing.T, p hosting.Profile, want map[string]string) {
	t.Helper()
	for url, answer := range want {
		if got := Ask(p, url); got != answer {
			t.Errorf("%s => %s, want %s", url, got, answer)
		}
	}
}

// CheckPaths compares where files answer under each content of the file of settings: the
// index page, a page, the index of a directory, and files of two other names.
func (f HostFile) CheckPaths(t *testing.T, want map[string]string) {
	t.Helper()
	files := []string{"index.html", "page.html", "dir/index.html", "style.css", "LICENSE"}
	for settings, all := range want {
		site, paths := Tree{}, map[string]string{}
		for i, path := range strings.Split(all, " ") {
			site[files[i]], paths[files[i]] = "", path
		}
		t.Run(settings, func(t *testing.T) {
			CheckURLPaths(t, hosting.New(f.Host, site.Deployment(Tree{f.Name: settings})), paths)
		})
	}
}

// CheckURLPaths expects each file to answer at the path that the profile names, and
// compares these paths.
func CheckURLPaths(t *testing.T, p hosting.Profile, want map[string]string) {
	t.Helper()
	for file, path := range want {
		if got := p.URLPath(file); got != path {
			t.Errorf("%s: got the path %q, want %q", file, got, path)
		}
		if answer := Ask(p, "/"+p.URLPath(file)); answer != "200 "+file {
			t.Errorf("%q answers at %q with %s", file, p.URLPath(file), answer)
		}
	}
}

// CheckPlainly expects the rules to need no look with the first settings, and to need one with
// each of the others.
func (f HostFile) CheckPlainly(t *testing.T, plain string, others ...string) {
	t.Helper()
	if !hosting.New(f.Host, Tree{}.Deployment(nil)).Plainly() || !hosting.New(f.Host, Tree{}.Deployment(Tree{f.Name: plain})).Plainly() {
		t.Errorf("without rules, or with %s, the rules need a look", plain)
	}
	for _, text := range others {
		if hosting.New(f.Host, Tree{}.Deployment(Tree{f.Name: text})).Plainly() {
			t.Errorf("with %s, the rules need no look", text)
		}
	}
}
