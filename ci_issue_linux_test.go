package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"go.yaml.in/yaml/v4"

	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// fakeGH is `gh api` as far as the workflow uses it, with curl and jq.
const fakeGH = `#!/bin/sh
set -eu
[ "$1" = api ] || exit 90
shift
method=GET fields='{}' filter=. silent= path=
while [ $# -gt 0 ]; do
  case $1 in
  --method) method=$2; shift 2 ;;
  --jq) filter=$2; shift 2 ;;
  --silent) silent=yes; shift ;;
  -f | -F)
    name=${2%%=*} value=${2#*=}
    case $1$name$value in
    -F*@*) fields=$(printf %s "$fields" | jq -c --arg n "$name" --rawfile v "${value#@}" '.[$n] = $v') ;;
    -f*'[]'*) fields=$(printf %s "$fields" | jq -c --arg n "${name%??}" --arg v "$value" '.[$n] += [$v]') ;;
    *) fields=$(printf %s "$fields" | jq -c --arg n "$name" --arg v "$value" '.[$n] = $v') ;;
    esac
    shift 2 ;;
  -*) exit 91 ;;
  *) path=$1; shift ;;
  esac
done
url=$GITHUB_API_URL/$path
if [ "$method" = GET ]; then
  url="$url?$(printf %s "$fields" | jq -r 'to_entries | map("\(.key)=\(.value | @uri)") | join("&")')"
  fields=
fi
printf %s "$fields" >fields.json
set -- --fail-with-body -sS -g -X "$method" -H "Authorization: Bearer $GH_TOKEN" "$url"
if [ "$method" != GET ]; then set -- "$@" --data-binary @fields.json; fi
curl "$@" >answer.json
[ -n "$silent" ] || jq -r "$filter" answer.json
`

// realGH is the variable with the path of a real gh, which scripts/ci-recipes.sh sets.
const realGH = "LINKVET_TEST_GH"

// issueWorkflow is the workflow of docs/ci/scheduled-issue.md.
type issueWorkflow struct {
	Permissions map[string]string
	Concurrency struct{ Group string }
	Jobs        map[string]struct {
		Steps []struct {
			ID, Name, If, Uses, Run string
			With, Env               map[string]string
		}
	}
}

// nightlySite is a live site whose pages change between two nights.
type nightlySite struct {
	mu    sync.Mutex
	pages served
}

func (s *nightlySite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages.ServeHTTP(w, r)
}

// serve makes these the pages of the site.
func (s *nightlySite) serve(pages served) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages = pages
}

// night runs the workflow on a site that may change from run to run.
type night struct {
	t      *testing.T
	api    *githubtest.Server
	issues *githubtest.Issues
	site   *nightlySite
	url    string
	gh     string
}

func newNight(t *testing.T) *night {
	t.Helper()
	for _, program := range []string{"jq", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Fatalf("this test needs %s: %v", program, err)
		}
	}
	n := &night{t: t, api: githubtest.Start(t), site: &nightlySite{}, gh: t.TempDir()}
	n.issues = githubtest.ServeIssues(n.api)
	server := httptest.NewServer(n.site)
	t.Cleanup(server.Close)
	n.url = server.URL + "/"
	if program := os.Getenv(realGH); program != "" {
		if err := os.Symlink(program, filepath.Join(n.gh, "gh")); err != nil {
			t.Fatal(err)
		}
		return n
	}
	put(t, n.gh, "gh", fakeGH)
	if err := os.Chmod(filepath.Join(n.gh, "gh"), 0o755); err != nil {
		t.Fatal(err)
	}
	return n
}

// run runs linkvet and the step after it, as the runner does, with other inputs.
func (n *night) run(inputs ...string) int {
	n.t.Helper()
	var w issueWorkflow
	if err := yaml.Load([]byte(shownFiles(n.t, "docs/ci/scheduled-issue.md")[".github/workflows/links-issue.yml"]), &w); err != nil {
		n.t.Fatal(err)
	}
	steps, dir := w.Jobs["links"].Steps, n.t.TempDir()
	check, issue := steps[1], steps[2]
	check.With["target"] = n.url
	env := append([]string{"PATH=" + n.gh + ":" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0", "GITHUB_ACTIONS=true", "GITHUB_OUTPUT=" + filepath.Join(dir, "outputs")}, n.api.Environ()...)
	inside := slices.Clone(env)
	for name, value := range check.With {
		inside = append(inside, "INPUT_"+strings.ToUpper(name)+"="+value)
	}
	cmd := exec.CommandContext(n.t.Context(), "linkvet")
	cmd.Dir, cmd.Env = dir, append(append(inside, "INPUT_RETRIES=0"), inputs...)
	printed, _ := cmd.CombinedOutput()
	status := cmd.ProcessState.ExitCode()
	outputs := map[string]any{}
	written, _ := os.ReadFile(filepath.Join(dir, "outputs"))
	for _, found := range regexp.MustCompile(`(?m)^(\w+)<<(\S+)\n(.*)\n`).FindAllStringSubmatch(string(written), -1) {
		outputs[found[1]] = found[3]
	}
	c := contexts{
		"github": map[string]any{"token": githubtest.Token, "server_url": "https://github.com", "repository": githubtest.Repository, "run_id": "7"},
		"steps":  map[string]any{check.ID: map[string]any{"outputs": outputs}},
	}
	for name, value := range issue.Env {
		env = append(env, name+"="+c.filled(n.t, value))
	}
	step := exec.CommandContext(n.t.Context(), "bash", "-e", "-c", issue.Run)
	step.Dir, step.Env = dir, env
	if os.Getenv(realGH) != "" {
		// For this host gh sends plain HTTP, and for that the test server can be a proxy.
		step.Env = append(env, "GH_HOST=github.localhost", "HTTP_PROXY="+n.api.URL, "HOME="+dir)
	}
	if out, err := step.CombinedOutput(); err != nil {
		n.t.Errorf("the step failed: %v\n%s\nlinkvet:\n%s\noutputs: %v", err, out, printed, outputs)
	}
	return status
}

// issue returns the only issue of the workflow.
func (n *night) issue() githubtest.Issue {
	n.t.Helper()
	all := n.issues.All()
	if len(all) != 1 {
		n.t.Fatalf("there are %d issues, want 1", len(all))
	}
	return all[0]
}

// TestTheScheduledIssue runs the workflow of docs/ci/scheduled-issue.md night after night.
func TestTheScheduledIssue(t *testing.T) {
	t.Parallel()
	n := newNight(t)
	clean := served{"/": `<h1>Welcome</h1><p>We sell tea.</p><a href="/tea">Tea</a>`, "/tea": "<h1>Tea</h1><p>Green, black and white.</p>"}
	broken := served{"/": `<h1>Welcome</h1><p>We sell tea.</p><a href="/coffee">Coffee</a>`}
	worse := served{"/": `<h1>Welcome</h1><p>We sell tea.</p><a href="/coffee">Coffee</a><a href="/milk">Milk</a>`}
	few := []string{"INPUT_MIN-PAGES=3"}
	const fine, missing, incomplete = "No broken links", "Failed: ", "Incomplete: "
	nights := []struct {
		what   string
		pages  served
		inputs []string
		status int
		state  string // empty: there is no issue
		edits  int
		says   string
	}{
		{what: "nothing broken yet", pages: clean},
		{what: "the first broken link", pages: broken, status: 1, state: "open", says: missing},
		{what: "another one", pages: worse, status: 1, state: "open", edits: 1, says: "/milk"},
		{what: "all fixed", pages: clean, state: "closed", edits: 2, says: fine},
		{what: "still fixed", pages: clean, state: "closed", edits: 3, says: fine},
		{what: "broken again", pages: broken, status: 1, state: "open", edits: 4, says: missing},
		{what: "a site with a page too few", pages: broken, inputs: few, status: 3, state: "open", edits: 5, says: incomplete},
		{what: "a wrong setting", pages: clean, inputs: []string{"INPUT_FAIL-ON=nothing"}, status: 2, state: "open", edits: 6, says: "could not start"},
		{what: "fixed at last", pages: clean, state: "closed", edits: 7, says: fine},
		{what: "too few after that", pages: clean, inputs: few, status: 3, state: "open", edits: 8, says: incomplete},
	}
	for _, night := range nights {
		n.site.serve(night.pages)
		if got := n.run(night.inputs...); got != night.status {
			t.Errorf("%s: exit status %d, want %d", night.what, got, night.status)
		}
		if night.state == "" {
			if all := n.issues.All(); len(all) != 0 {
				t.Errorf("%s: there is an issue: %v", night.what, all)
			}
			continue
		}
		issue := n.issue()
		if issue.State != night.state || issue.Edits != night.edits || !strings.Contains(issue.Body, night.says) {
			t.Errorf("%s: the issue is %s after %d edits, want %s after %d, with %q:\n%s", night.what, issue.State, issue.Edits, night.state, night.edits, night.says, issue.Body)
		}
		if !strings.Contains(issue.Body, "https://github.com/octo/site/actions/runs/7") {
			t.Errorf("%s: the issue does not link to the run:\n%s", night.what, issue.Body)
		}
	}
}

// TestTheScheduledIssueIsItsOwn has issues of others with the same label and title: none of
// them may be changed.
func TestTheScheduledIssueIsItsOwn(t *testing.T) {
	t.Parallel()
	n := newNight(t)
	label := []githubtest.Label{{Name: "broken-links"}}
	bot := githubtest.User{Login: "github-actions[bot]", Type: "Bot"}
	others := []githubtest.Issue{
		{Title: "Broken links", Body: "of a person", Labels: label, User: githubtest.User{Login: "mallory", Type: "User"}},
		{Title: "Broken links", Body: "of another workflow", User: bot},
		{Title: "Broken links", Body: "a pull request", Labels: label, User: bot, IsPull: true},
	}
	for _, other := range others {
		n.issues.Add(other)
	}
	n.site.serve(served{"/": `<h1>Welcome</h1><p>We sell tea.</p><a href="/coffee">Coffee</a>`})
	for range 2 {
		n.run()
	}
	all := n.issues.All()
	if len(all) != 4 || all[3].Edits != 1 || all[3].Title != "Broken links" {
		t.Errorf("want a fourth issue with one edit, got %+v", all)
	}
	for i, other := range others {
		if all[i].Edits != 0 {
			t.Errorf("the issue %q was changed", other.Body)
		}
	}
}

// TestTheScheduledIssueNotifiesNoUser checks a site that tries to write into the issue.
func TestTheScheduledIssueNotifiesNoUser(t *testing.T) {
	t.Parallel()
	n := newNight(t)
	n.site.serve(served{"/": `<title>@octocat</title><h1>Welcome @octocat</h1><p>We sell tea.</p>
		<a href="/a/@octocat">fixes #1, closes octo/site#2, cc @octocat</a>
		<a href="/x|` + "`" + `@octocat` + "`" + `">` + "```" + ` @octocat</a><a href="/y%0A%0A@octocat">z</a>
		<a href="/https://github.com/octo/other/issues/1">resolves https://github.com/octo/other/issues/1 ![](https://evil.example/x.png)</a>`})
	if got := n.run(); got != 1 {
		t.Fatalf("exit status %d, want 1", got)
	}
	body := n.issue().Body
	if !strings.Contains(body, "octocat") {
		t.Fatalf("the findings are not in the issue:\n%s", body)
	}
	var b strings.Builder
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert([]byte(body), &b); err != nil {
		t.Fatal(err)
	}
	outside := regexp.MustCompile(`(?s)<code>.*?</code>`).ReplaceAllString(b.String(), "")
	if found := regexp.MustCompile(`@\w|#\d|octo/\w+#|<img|evil\.example|/issues/`).FindAllString(outside, -1); found != nil {
		t.Errorf("outside of code the issue has %q:\n%s", found, outside)
	}
	for _, link := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(outside, -1) {
		if !strings.HasPrefix(link[1], fmt.Sprintf("https://github.com/%s/", githubtest.Repository)) && !strings.HasPrefix(link[1], "#") {
			t.Errorf("the issue links to %s", link[1])
		}
	}
}
