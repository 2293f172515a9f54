package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// head is the commit under test.
const head = "0123456789abcdef0123456789abcdef01234567"

// published is a run of the program in a workflow that publishes.
type published struct {
	*exec.Cmd
	server *githubtest.Server
	dir    string
	out    strings.Builder
}

// publishing prepares a run over a site with a number of broken links.
func publishing(t *testing.T, broken int, args ...string) *published {
	t.Helper()
	p := &published{server: githubtest.Start(t), dir: t.TempDir()}
	p.server.AddPull(githubtest.Pull{Number: 7, Head: head})
	p.fill(t, "site/index.html", "<!doctype html>\n<title>A page</title>\n"+strings.Repeat("<p>\n", 2))
	var page strings.Builder
	page.WriteString("<!doctype html>\n")
	for i := range broken {
		fmt.Fprintf(&page, "<a href=missing-%03d.html>a</a>\n", i)
	}
	p.fill(t, "site/page.html", page.String())
	p.Cmd = exec.CommandContext(t.Context(), "linkvet", append(args, "site")...)
	p.Dir, p.Stdout, p.Stderr = p.dir, &p.out, &p.out
	p.Env = append(p.server.Environ(), "PATH="+os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0", "GITHUB_ACTIONS=true", "GITHUB_SHA="+head,
		"GITHUB_RUN_ID=42", "GITHUB_STEP_SUMMARY="+p.file("summary.md"), "GITHUB_OUTPUT="+p.file("output.txt"), "GITHUB_STATE="+p.file("state.txt"))
	return p
}

func (p *published) file(name string) string { return filepath.Join(p.dir, name) }

func (p *published) fill(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(p.file(name)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.file(name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// read returns a file that the run wrote; empty for none.
func (p *published) read(name string) string {
	text, err := os.ReadFile(p.file(name))
	if err != nil {
		return ""
	}
	return string(text)
}

// end returns the exit status.
func (p *published) end(t *testing.T) int {
	t.Helper()
	if err := p.Run(); p.ProcessState == nil {
		t.Fatal(err)
	}
	return p.ProcessState.ExitCode()
}

// states returns the statuses of the commit, the oldest first.
func (p *published) states() []string {
	var all []string
	for _, s := range p.server.Statuses(head) {
		all = append(all, s.Context+": "+s.State+": "+s.Description)
	}
	return all
}

// unmasked returns a log without the command that has the runner mask the token.
func unmasked(log string) string {
	return strings.Replace(log, "::add-mask::"+githubtest.Token+"\n", "", 1)
}

// TestStatusAgreesWithTheExitStatus covers how a run can end.
func TestStatusAgreesWithTheExitStatus(t *testing.T) {
	t.Parallel()
	const pending = "linkvet: pending: checking the links"
	tests := map[string]struct {
		broken  int
		args    []string
		prepare func(*testing.T, *published)
		exit    int
		want    []string
		log     string
		refused bool
	}{
		"clean":  {exit: 0, want: []string{pending, "linkvet: success: no broken links in 2 pages"}},
		"broken": {broken: 3, exit: 1, want: []string{pending, "linkvet: failure: 3 broken in 2 pages"}},
		"broken, and nothing fails": {
			broken: 1, args: []string{"--fail-on=none"}, exit: 0,
			want: []string{pending, "linkvet: success: passed, with 1 broken in 2 pages"},
		},
		"incomplete": {
			broken: 1, args: []string{"--min-pages=9"}, exit: 3,
			want: []string{pending, "linkvet: error: not checked completely, so far 1 broken: only 2 pages were read, fewer than min-pages: 9; check that the site is complete"},
		},
		"wrong usage": {
			args: []string{"--fail-on=some"}, exit: 2,
			want: []string{`linkvet: error: linkvet could not start: --fail-on: must be none, internal, broken or unverified, not "some"`},
		},
		"no target": {
			prepare: func(_ *testing.T, p *published) { p.Args[len(p.Args)-1] = "sites" }, exit: 2,
			want: []string{`linkvet: error: linkvet could not start: could not open directory "sites": no such file or directory; did you mean "site"?`},
		},
		"a report that could not be written": {
			args: []string{"--report=json=site/page.html/links.json"}, exit: 3,
			want: []string{pending, `linkvet: error: not checked completely: could not write the report "site/page.html/links.json": not a directory`},
		},
		"outputs that could not be written": {
			prepare: func(t *testing.T, p *published) {
				p.fill(t, "output.txt/blocked", "")
				p.Env = append(p.Env, "GITHUB_OUTPUT=output.txt")
			}, exit: 3,
			want: []string{pending, "linkvet: error: not checked completely: could not write the file in GITHUB_OUTPUT: open output.txt: is a directory"},
		},
		"read-only token": {
			broken: 1, prepare: func(_ *testing.T, p *published) { p.server.Permit("statuses", "read") }, exit: 1,
			log: "note: could not set the commit status: the token needs `permissions: statuses: write` (GitHub: 403 Resource not accessible by integration)",
		},
		"no token": {
			prepare: func(_ *testing.T, p *published) { p.Env = append(p.Env, "GITHUB_TOKEN=") }, exit: 0,
			log: "note: publish has no effect: there is no token; set the input `token`",
		},
		"token as an input": {
			prepare: func(_ *testing.T, p *published) {
				p.Env = append(p.Env, "GITHUB_TOKEN=old", "INPUT_TOKEN="+githubtest.Token)
			},
			exit: 0, want: []string{pending, "linkvet: success: no broken links in 2 pages"},
		},
		"no repository": {
			prepare: func(_ *testing.T, p *published) { p.Env = append(p.Env, "GITHUB_REPOSITORY=") }, exit: 2,
			log: "could not publish: set the environment variable GITHUB_REPOSITORY to OWNER/NAME",
		},
		"no commit": {
			prepare: func(_ *testing.T, p *published) { p.Env = append(p.Env, "GITHUB_SHA=main") }, exit: 2,
			log: "could not publish: set the environment variable GITHUB_SHA to the commit under test",
		},
		"another server without TLS": {
			prepare: func(_ *testing.T, p *published) {
				p.Env = append(p.Env, "GITHUB_API_URL=http://github.example.com")
			}, exit: 2,
			log: `could not use GITHUB_API_URL "http://github.example.com": it must start with https://`,
		},
		"a last status that GitHub does not take": {
			prepare: func(_ *testing.T, p *published) {
				p.server.Fail("repos/create-commit-status", 1, githubtest.Fault{Status: 501, Skip: 1})
			},
			exit: 3, log: "::could not set the commit status: GitHub answered 501 Not Implemented",
			want: []string{pending, "linkvet: error: not checked completely: could not set the commit status: GitHub answered 501 Not Implemented"},
		},
		"a last status that GitHub takes later": {
			prepare: func(_ *testing.T, p *published) {
				p.server.Fail("repos/create-commit-status", 1, githubtest.Fault{Status: 502, Skip: 1})
			},
			exit: 0, want: []string{pending, "linkvet: success: no broken links in 2 pages"},
		},
		"no result at all": {
			prepare: func(_ *testing.T, p *published) {
				p.server.Fail("repos/create-commit-status", 2, githubtest.Fault{Status: 501, Skip: 1})
			},
			exit: 3, want: []string{pending, "linkvet: error: linkvet ended without a result"},
		},
		"a first status that GitHub does not take": {
			prepare: func(_ *testing.T, p *published) {
				p.server.Fail("repos/create-commit-status", 1, githubtest.Fault{Status: 501, Message: "Not Implemented"})
			},
			exit: 0, log: "note: could not set the commit status: GitHub answered 501 Not Implemented",
			want: []string{"linkvet: success: no broken links in 2 pages"},
		},
		"a commit that is unknown": {
			prepare: func(_ *testing.T, p *published) {
				p.Env = append(p.Env, "GITHUB_SHA="+strings.Repeat("f", 40))
			}, exit: 3,
			log: "could not set the commit status: GitHub answered 422 Validation Failed; No commit found for SHA: " + strings.Repeat("f", 40), refused: true,
		},
		"a pending deployment": {
			prepare: func(t *testing.T, p *published) {
				p.fill(t, "event.json", `{"deployment_status":{"state":"pending"}}`)
				p.Args = p.Args[:len(p.Args)-1]
				p.Env = append(p.Env, "GITHUB_EVENT_NAME=deployment_status", "GITHUB_EVENT_PATH="+p.file("event.json"))
			},
			exit: 0, log: "nothing to check yet",
		},
		"the head of a pull request": {
			prepare: func(t *testing.T, p *published) {
				p.fill(t, "event.json", `{"pull_request":{"number":7,"head":{"sha":"`+head+`"}}}`)
				p.Env = append(p.Env, "GITHUB_SHA="+strings.Repeat("f", 40), "GITHUB_EVENT_NAME=pull_request", "GITHUB_EVENT_PATH="+p.file("event.json"))
			},
			exit: 0, want: []string{pending, "linkvet: success: no broken links in 2 pages"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := publishing(t, test.broken, append([]string{"--publish=status"}, test.args...)...)
			if test.prepare != nil {
				test.prepare(t, p)
			}
			if got := p.end(t); got != test.exit {
				t.Errorf("exit status %d, want %d", got, test.exit)
			}
			if diff := cmp.Diff(test.want, p.states()); diff != "" {
				t.Errorf("statuses (-want +got):\n%s", diff)
			}
			if refused := p.server.Rejected(); test.refused != (len(refused) > 0) {
				t.Errorf("GitHub refused %q", refused)
			}
			if told := strings.Count(p.out.String(), "::could not set the commit status"); told > 1 {
				t.Errorf("the log has the same error %d times", told)
			}
			if test.log != "" && !strings.Contains(p.out.String(), test.log) || strings.Contains(unmasked(p.out.String()), githubtest.Token[8:]) {
				t.Errorf("the log lacks %q, or has the token", test.log)
			}
			if t.Failed() {
				t.Log(p.out.String())
			}
		})
	}
}
