package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// The site of the ten commits has knownPages pages, each with knownPerPage broken links
// that the baseline lists.
const (
	knownPages   = 60
	knownPerPage = 5
	tenFile      = "docs/gating/pull-requests.md"
)

// oneCommit is a pull request with one commit.
type oneCommit struct {
	name string
	// change edits the site in the checkout.
	change func(*tenSite)
	// preview is what the deployed preview answers; nil for a check of the build.
	preview http.HandlerFunc
	// inputs are added to those of the workflow.
	inputs []string
	status int
	state  string
}

// tenCommits are in the order of the table.
func tenCommits() []oneCommit {
	old := func(w http.ResponseWriter, _ *http.Request) {
		page(w, `<h1>Tea</h1><meta name="commit" content="0ld">`)
	}
	return []oneCommit{
		{name: "a page added", status: 0, state: "success", change: func(s *tenSite) {
			s.put("news.html", `<h1>News</h1><a href="/about.html">About us</a>`)
			s.edit("index.html", "</nav>", `<a href="/news.html">News</a></nav>`)
		}},
		{name: "a page moved, one link to it forgotten", status: 1, state: "failure", change: func(s *tenSite) {
			s.move("pages/07.html", "handbook/07.html")
			s.edit("index.html", "/pages/07.html", "/handbook/07.html")
		}},
		{name: "a page renamed in case only", status: 1, state: "failure", change: func(s *tenSite) { s.move("about.html", "About.html") }},
		{name: "a known broken link fixed", status: 0, state: "success", change: func(s *tenSite) { s.edit("pages/09.html", "/old/09-1.html", "/about.html") }},
		{name: "a link broken", status: 1, state: "failure", change: func(s *tenSite) { s.edit("faq.html", "/about.html", "/abuot.html") }},
		{name: "a new link to a known broken target", status: 1, state: "failure", change: func(s *tenSite) {
			s.edit("faq.html", "</p>", ` <a href="/old/09-1.html">Prices</a></p>`)
		}},
		{name: "an anchor renamed", status: 1, state: "failure", change: func(s *tenSite) { s.edit("guide.html", `id="install"`, `id="installation"`) }},
		{name: "an external host that is down", status: 0, state: "success", change: func(s *tenSite) {
			s.edit("faq.html", "</p>", ` <a href="http://127.0.0.1:1/">Partner</a></p>`)
		}},
		{name: "a preview behind a login", status: 3, state: "error", preview: answering(http.StatusUnauthorized, "Set-Cookie", "_vercel_sso_nonce=abc; Path=/")},
		{name: "an old deploy that still answers", status: 3, state: "error", preview: old, inputs: []string{"INPUT_EXPECT=$COMMIT", "INPUT_WAIT=1s"}},
	}
}

// tenSite is the checkout of a repository whose directory public is a site.
type tenSite struct {
	t   *testing.T
	dir string
}

func (s *tenSite) path(name string) string {
	return filepath.Join(s.dir, "public", filepath.FromSlash(name))
}

func (s *tenSite) put(name, body string) {
	put(s.t, s.dir, "public/"+name, "<!doctype html>\n"+body+"\n")
}

// edit replaces the first occurrence of a text in a page.
func (s *tenSite) edit(name, old, fresh string) {
	s.t.Helper()
	source := read(s.t, s.path(name))
	if !strings.Contains(source, old) {
		s.t.Fatalf("%s has no %q", name, old)
	}
	if err := os.WriteFile(s.path(name), []byte(strings.Replace(source, old, fresh, 1)), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// move renames a page.
func (s *tenSite) move(from, to string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(s.path(to)), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Rename(s.path(from), s.path(to)); err != nil {
		s.t.Fatal(err)
	}
}

// git runs git in the checkout and returns what it prints.
func (s *tenSite) git(args ...string) string {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), "git", args...)
	cmd.Dir = s.dir
	// The hashes of the commits are the same in every run.
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_AUTHOR_NAME=octo", "GIT_AUTHOR_EMAIL=octo@example.com", "GIT_AUTHOR_DATE=2026-11-01T09:00:00Z",
		"GIT_COMMITTER_NAME=octo", "GIT_COMMITTER_EMAIL=octo@example.com", "GIT_COMMITTER_DATE=2026-11-01T09:00:00Z")
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit records all files and returns the hash.
func (s *tenSite) commit(message string) string {
	s.t.Helper()
	s.git("add", "--all")
	s.git("commit", "--quiet", "--allow-empty", "--message="+message)
	return s.git("rev-parse", "HEAD")
}

// newTenSite returns the repository with its baseline committed on the branch main.
func newTenSite(t *testing.T) *tenSite {
	t.Helper()
	s := &tenSite{t, t.TempDir()}
	nav := `<nav><a href="/about.html">About us</a> <a href="/faq.html">Questions</a> <a href="/guide.html">Guide</a>`
	for i := 1; i <= knownPages; i++ {
		name := fmt.Sprintf("pages/%02d.html", i)
		nav += fmt.Sprintf(" <a href=\"/%s\">Page %d</a>\n", name, i)
		body := fmt.Sprintf("<h1>Page %d</h1>", i)
		if i > 1 {
			body += fmt.Sprintf(` <a href="/pages/%02d.html">Back</a>`, i-1)
		}
		for k := range knownPerPage {
			body += fmt.Sprintf("\n<a href=\"/old/%02d-%d.html\">Former page %d</a>", i, k, k)
		}
		s.put(name, body)
	}
	s.put("index.html", "<h1>Tea</h1>"+nav+"</nav>")
	s.put("about.html", "<h1>About us</h1><p>We sell tea.</p>")
	s.put("faq.html", `<h1>Questions</h1><p>Read <a href="/about.html">about us</a> and <a href="/guide.html#install">the guide</a>.</p>`)
	s.put("guide.html", `<h1>Guide</h1><h2 id="install">Install</h2>`)
	s.git("init", "--quiet", "--initial-branch=main")
	cmd := exec.CommandContext(t.Context(), "linkvet", "--fail-on=none", "--report=baseline=links.baseline", "public")
	cmd.Dir, cmd.Env = s.dir, []string{"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the baseline: %v\n%s", err, out)
	}
	if n := strings.Count(read(t, filepath.Join(s.dir, "links.baseline")), "/old/"); n != knownPages*knownPerPage {
		t.Errorf("the baseline lists %d places, want %d", n, knownPages*knownPerPage)
	}
	s.commit("start")
	return s
}

// event returns the environment of a run for the pull request, and writes its payload.
func (s *tenSite) event(number int, base, head, preview string) []string {
	name := "pull_request"
	repository := map[string]any{"full_name": githubtest.Repository, "default_branch": "main"}
	payload := map[string]any{"action": "synchronize", "number": number, "repository": repository, "pull_request": map[string]any{
		"number": number,
		"head":   map[string]any{"sha": head, "repo": repository},
		"base":   map[string]any{"sha": base, "repo": repository},
	}}
	if preview != "" {
		name = "deployment_status"
		payload = map[string]any{
			"repository":        repository,
			"deployment":        map[string]any{"sha": head, "environment": "Preview"},
			"deployment_status": map[string]any{"state": "success", "environment": "Preview", "environment_url": preview},
		}
	}
	data, err := json.Marshal(payload)
	if err != nil {
		s.t.Fatal(err)
	}
	file := filepath.Join(s.t.TempDir(), "event.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		s.t.Fatal(err)
	}
	return []string{"GITHUB_EVENT_NAME=" + name, "GITHUB_EVENT_PATH=" + file, "GITHUB_SHA=" + head}
}

// run makes the pull request, runs linkvet as the action does, and returns the row of the
// table.
func (c *oneCommit) run(s *tenSite, api *githubtest.Server, number int) string {
	t := s.t
	base := s.git("rev-parse", "main")
	s.git("checkout", "--quiet", "-B", fmt.Sprintf("change-%d", number), "main")
	preview := ""
	if c.preview != nil {
		server := httptest.NewServer(c.preview)
		t.Cleanup(server.Close)
		preview = server.URL + "/"
	} else {
		c.change(s)
	}
	head := s.commit(c.name)
	api.AddCommit(head)
	api.AddPull(githubtest.Pull{Number: number, Head: head})
	cmd := exec.CommandContext(t.Context(), "linkvet")
	cmd.Dir = s.dir
	cmd.Env = append(append(api.Environ(), s.event(number, base, head, preview)...), "PATH="+os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0",
		"GITHUB_ACTIONS=true", "GITHUB_RUN_ID=1", "INPUT_BASELINE=links.baseline", "INPUT_PUBLISH=status\ncomment", "INPUT_RETRIES=0", "INPUT_ALLOW-PRIVATE=true")
	if preview == "" {
		cmd.Env = append(cmd.Env, "INPUT_TARGET=public")
	}
	for _, input := range c.inputs {
		cmd.Env = append(cmd.Env, strings.ReplaceAll(input, "$COMMIT", head))
	}
	out, _ := cmd.CombinedOutput()
	exit := cmd.ProcessState.ExitCode()
	status, state := "none", ""
	if all := api.Statuses(head); len(all) > 0 {
		state = latest(all).State
		status = state + ": " + latest(all).Description
	}
	if exit != c.status || state != c.state {
		t.Errorf("%s: exit status %d and commit status %q, want %d and %q:\n%s", c.name, exit, state, c.status, c.state, out)
	}
	return fmt.Sprintf("| %s | %d | %s | %s | %s |\n", c.name, exit, status, headline(api.Comments(number)), annotated(string(out)))
}

// latest returns the status that counts.
func latest(all []githubtest.Status) githubtest.Status {
	last := all[0]
	for _, s := range all {
		if s.ID > last.ID {
			last = s
		}
	}
	return last
}

// headline returns the first line of the only comment that people see.
func headline(comments []githubtest.Comment) string {
	if len(comments) == 0 {
		return "none"
	}
	for line := range strings.Lines(comments[0].Body) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "<!--") {
			return strings.TrimLeft(line, "# ")
		}
	}
	return "empty"
}

// annotation matches an annotation in the log of a run.
var annotation = regexp.MustCompile(`(?m)^::(error|warning|notice) (?:.*?)file=(?:public/)?([^,:]*)`)

// annotated returns the places of the annotations.
func annotated(log string) string {
	var all []string
	places := map[string]int{}
	for _, m := range annotation.FindAllStringSubmatch(log, -1) {
		place := m[1] + " in `" + m[2] + "`"
		if places[place]++; places[place] == 1 {
			all = append(all, place)
		}
	}
	for i, place := range all {
		if n := places[place]; n > 1 {
			all[i] = fmt.Sprintf("%s (%d)", place, n)
		}
	}
	if n := strings.Count(log, "\n::error "); len(all) == 0 && n > 0 {
		return fmt.Sprintf("%d without a place", n)
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}

// tenTable is what stands between the marks of tenFile.
var tenTable = regexp.MustCompile(`(?s)(<!-- commits -->\n)(.*)(<!-- /commits -->\n)`)

// TestTenCommits runs linkvet for ten pull requests of a site with 300 known broken links,
// and holds the table of what each shows to the docs.
func TestTenCommits(t *testing.T) {
	t.Parallel()
	s, api := newTenSite(t), githubtest.Start(t)
	var b strings.Builder
	b.WriteString("| the change | exit status | commit status | comment | annotations |\n| --- | --- | --- | --- | --- |\n")
	for i, c := range tenCommits() {
		b.WriteString(c.run(s, api, i+1))
	}
	want := b.String()
	for _, v := range varying {
		want = v.found.ReplaceAllString(want, v.shown)
	}
	t.Logf("\n%s", want)
	source := read(t, tenFile)
	parts := tenTable.FindStringSubmatch(source)
	if parts == nil {
		t.Fatalf("%s has no place for the table: <!-- commits --> and <!-- /commits -->, each on a line", tenFile)
	}
	if want == parts[2] {
		return
	}
	if !*update {
		t.Errorf("%s, run this test with -update (-want +got):\n%s", tenFile, cmp.Diff(want, parts[2]))
		return
	}
	fresh := strings.Replace(source, parts[0], parts[1]+want+parts[3], 1)
	if err := os.WriteFile(tenFile, []byte(fresh), 0o644); err != nil {
		t.Fatal(err)
	}
}

// varying is what differs from run to run, with what the table shows for it.
var varying = []struct {
	found *regexp.Regexp
	shown string
}{
	{found: regexp.MustCompile(`http://127\.0\.0\.1:\d+`), shown: "https://preview.example"},
	// How often the start page was read depends on the machine.
	{found: regexp.MustCompile(`(could not find the text) "[0-9a-f]+" (on the start page "[^"]*"): [^|]*`), shown: "$1 \"COMMIT\" $2 … "},
}
