package e2e

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// githubKey is the key of the stand-in for GitHub in the values of a script.
type githubKey struct{}

// cell holds the stand-in of a script, once it was started.
type cell struct{ *standIn }

// standIn is GitHub's API of a script, with the parts that it has on demand.
type standIn struct {
	*githubtest.Server
	gate    gate
	reviews *githubtest.Reviews
	runs    *githubtest.Runs
	issues  *githubtest.Issues
}

// github calls the stand-in for GitHub's API: README.md lists its commands.
func github(ts *testscript.TestScript, args []string) {
	name, args := args[0], args[1:]
	if name == "start" {
		g := &standIn{Server: githubtest.New(testOf(ts))}
		api := httptest.NewServer(g.gate.before(g.Server))
		ts.Defer(func() {
			g.gate.hold("") // Close waits for what is held
			api.Close()
		})
		g.URL = api.URL
		g.reviews, g.runs, g.issues = githubtest.ServeReviews(g.Server), githubtest.ServeRuns(g.Server), githubtest.ServeIssues(g.Server)
		for _, variable := range g.Environ() {
			key, value, _ := strings.Cut(variable, "=")
			ts.Setenv(key, value)
		}
		ts.Value(githubKey{}).(*cell).standIn = g
		return
	}
	g := ts.Value(githubKey{}).(*cell).standIn
	if g == nil {
		ts.Fatalf("call github start first")
	}
	if run := githubChanges[name]; run != nil {
		run(ts, g, args)
		return
	}
	if show := githubShows[name]; show != nil {
		show(ts.Stdout(), g, args)
		return
	}
	ts.Fatalf("unknown command of github: %s", name)
}

// githubChanges change what GitHub has or does.
var githubChanges = map[string]func(ts *testscript.TestScript, g *standIn, args []string){
	// pull NUMBER HEAD [fork|closed]
	"pull": func(ts *testscript.TestScript, g *standIn, args []string) {
		p := githubtest.Pull{Number: number(ts, args[0]), Head: args[1]}
		for _, option := range args[2:] {
			p.Fork, p.Closed = p.Fork || option == "fork", p.Closed || option == "closed"
		}
		g.AddPull(p)
	},
	// commit SHA
	"commit": func(_ *testscript.TestScript, g *standIn, args []string) { g.AddCommit(args[0]) },
	// permit statuses|checks|issues|pull_requests|actions write|read|none
	"permit": func(_ *testscript.TestScript, g *standIn, args []string) { g.Permit(args[0], args[1]) },
	// personal: the token is one of a person.
	"personal": func(_ *testscript.TestScript, g *standIn, _ []string) { g.WithoutApp() },
	// fail OPERATION TIMES STATUS [SKIP]
	"fail": func(ts *testscript.TestScript, g *standIn, args []string) {
		f := githubtest.Fault{Status: number(ts, args[2])}
		if len(args) > 3 {
			f.Skip = number(ts, args[3])
		}
		g.Fail(args[0], number(ts, args[1]), f)
	},
	// hold PATH: keeps requests whose path ends so waiting for an answer
	"hold": func(_ *testscript.TestScript, g *standIn, args []string) { g.gate.hold(args[0]) },
	// release: answers them
	"release": func(_ *testscript.TestScript, g *standIn, _ []string) { g.gate.hold("") },
	// comment NUMBER LOGIN FILE
	"comment": func(ts *testscript.TestScript, g *standIn, args []string) {
		g.AddComment(number(ts, args[0]), args[1], ts.ReadFile(args[2]))
	},
	// files NUMBER [NAME[:STATUS[:PREVIOUS]]=PATCH…]: what the pull request changes; PATCH is a file,
	// or empty.
	"files": func(ts *testscript.TestScript, g *standIn, args []string) {
		var files []githubtest.PullFile
		for _, arg := range args[1:] {
			name, patch, _ := strings.Cut(arg, "=")
			name, status, _ := strings.Cut(name, ":")
			f := githubtest.PullFile{Name: name}
			f.Status, f.Previous, _ = strings.Cut(cmp.Or(status, "modified"), ":")
			if patch != "" {
				f.Patch = strings.TrimSuffix(ts.ReadFile(patch), "\n")
			}
			files = append(files, f)
		}
		g.reviews.SetFiles(number(ts, args[0]), nil)
		g.reviews.SetFiles(number(ts, args[0]), files)
	},
	// suggest NUMBER LOGIN PATH LINE FILE: a comment of a review.
	"suggest": func(ts *testscript.TestScript, g *standIn, args []string) {
		g.reviews.AddComment(number(ts, args[0]), args[1], args[2], number(ts, args[3]), ts.ReadFile(args[4]))
	},
	// run WORKFLOW EVENT BRANCH CONCLUSION [fork] [artifact=NAME:FILE] [expired] [denied]
	"run": func(ts *testscript.TestScript, g *standIn, args []string) {
		r := githubtest.Run{Workflow: args[0], Event: args[1], Branch: args[2], Conclusion: args[3]}
		for _, option := range args[4:] {
			artifact, isArtifact := strings.CutPrefix(option, "artifact=")
			switch {
			case isArtifact:
				name, file, _ := strings.Cut(artifact, ":")
				r.Artifacts = append(r.Artifacts, githubtest.Artifact{Name: name, Archive: zipped(ts, file)})
			case option == "fork":
				r.IsFork = true
			case option == "expired":
				r.Artifacts[len(r.Artifacts)-1].Expired = true
			case option == "denied":
				r.Artifacts[len(r.Artifacts)-1].Denied = true
			default:
				ts.Fatalf("unknown option of github run: %s", option)
			}
		}
		g.runs.Add(r)
	},
}

// githubShows print what GitHub has.
var githubShows = map[string]func(w io.Writer, g *standIn, args []string){
	// statuses SHA: the oldest first
	"statuses": func(w io.Writer, g *standIn, args []string) {
		for _, s := range g.Statuses(args[0]) {
			fmt.Fprintf(w, "%s: %s: %s (%s)\n", s.Context, s.State, s.Description, s.TargetURL)
		}
	},
	// checks SHA
	"checks": func(w io.Writer, g *standIn, args []string) {
		for _, c := range g.CheckRuns(args[0]) {
			fmt.Fprintf(w, "%s: %s: %s (%s)\n%s\n", c.Name, c.Conclusion, c.Output.Title, c.DetailsURL, c.Output.Summary)
			for _, a := range c.Annotations {
				fmt.Fprintf(w, "%s:%d: %s: %s\n", a.Path, a.StartLine, a.Level, a.Message)
			}
		}
	},
	// comments NUMBER
	"comments": func(w io.Writer, g *standIn, args []string) {
		n, _ := strconv.Atoi(args[0])
		for _, c := range g.Comments(n) {
			fmt.Fprintf(w, "%s: %s\n", c.User.Login, c.Body)
		}
	},
	// suggestions NUMBER: the comments of reviews
	"suggestions": func(w io.Writer, g *standIn, args []string) {
		n, _ := strconv.Atoi(args[0])
		for _, c := range g.reviews.Comments(n) {
			line := "outdated"
			if c.Line != nil {
				line = strconv.Itoa(*c.Line)
			}
			fmt.Fprintf(w, "%s: %s:%s: %s\n%s\n", c.User.Login, c.Path, line, c.Review, c.Body)
		}
	},
	// issues
	"issues": func(w io.Writer, g *standIn, _ []string) {
		for _, i := range g.issues.All() {
			fmt.Fprintf(w, "%d: %s: %s\n%s\n", i.Number, i.State, i.Title, i.Body)
		}
	},
	// requests: the operations that were requested, in order
	"requests": func(w io.Writer, g *standIn, _ []string) { fmt.Fprintln(w, strings.Join(g.Requests(), "\n")) },
	// rejected: the requests that were wrong; they fail the script unless it asks for them
	"rejected": func(w io.Writer, g *standIn, _ []string) { fmt.Fprintln(w, strings.Join(g.Rejected(), "\n")) },
}

// gate keeps some requests waiting.
type gate struct {
	mu   sync.Mutex
	end  string // of the paths; empty for none
	open chan struct{}
}

// hold keeps requests whose path has an end, and lets the others go on.
func (g *gate) hold(end string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open != nil {
		close(g.open)
	}
	g.end, g.open = end, make(chan struct{})
}

// before returns a handler that asks another one when a request may go on.
func (g *gate) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		g.mu.Lock()
		end, open := g.end, g.open
		g.mu.Unlock()
		if end != "" && strings.HasSuffix(req.URL.Path, end) {
			<-open
		}
		next.ServeHTTP(w, req)
	})
}

func number(ts *testscript.TestScript, text string) int {
	n, err := strconv.Atoi(text)
	ts.Check(err)
	return n
}

// zipped returns an archive with one file.
func zipped(ts *testscript.TestScript, name string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	out, err := w.Create(name)
	ts.Check(err)
	_, err = io.WriteString(out, ts.ReadFile(name))
	ts.Check(err)
	ts.Check(w.Close())
	return b.Bytes()
}
