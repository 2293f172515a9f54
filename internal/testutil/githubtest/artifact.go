package githubtest

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
)

// Run is a run of a workflow. Its zero fields are those of a successful run for a push to main.
type Run struct {
	// Workflow is the name of its file.
	Workflow                  string
	Event, Branch, Conclusion string
	// IsFork is true when the branch is one of a fork.
	IsFork    bool
	Artifacts []Artifact

	id int64
}

// Artifact is a file that a run has uploaded.
type Artifact struct {
	Name    string
	Archive []byte
	// Expired is true when GitHub has removed it. Denied is true when its storage refuses to
	// send it.
	Expired, Denied bool

	id int64
}

// Runs are the runs of the workflows of a server, and their artifacts. These are stored by
// another server, which must not get the token.
type Runs struct {
	server *Server
	all    []Run
	// Storage is the URL of that server.
	Storage string
}

// ServeRuns lets a server answer requests for runs and artifacts.
func ServeRuns(s *Server) *Runs {
	r := &Runs{server: s}
	storage := httptest.NewServer(http.HandlerFunc(r.store))
	s.t.Cleanup(storage.Close)
	r.Storage = storage.URL
	s.serve(map[string]func(*call) answer{
		"actions/list-workflow-runs":          r.listRuns,
		"actions/list-workflow-run-artifacts": r.listArtifacts,
		"actions/download-artifact":           r.download,
	})
	return r
}

// Add adds a run that is newer than the others.
func (r *Runs) Add(run Run) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	run.id = r.server.id()
	for i := range run.Artifacts {
		run.Artifacts[i].id = r.server.id()
	}
	r.all = append([]Run{run}, r.all...)
}

// store sends an artifact.
func (r *Runs) store(w http.ResponseWriter, req *http.Request) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	for _, values := range req.Header {
		if strings.Contains(strings.Join(values, " "), Token) {
			r.server.t.Error("the storage of artifacts gets the token")
		}
	}
	artifact := r.artifact(strings.Trim(req.URL.Path, "/"))
	if artifact == nil || artifact.Denied || req.URL.Query().Get("sig") == "" {
		http.Error(w, "AuthenticationFailed", http.StatusForbidden)
		return
	}
	w.Header().Set("Content-Type", "zip")
	_, _ = w.Write(artifact.Archive)
}

// artifact returns the one with a number, or nil.
func (r *Runs) artifact(id string) *Artifact {
	for i := range r.all {
		for k := range r.all[i].Artifacts {
			if a := &r.all[i].Artifacts[k]; strconv.FormatInt(a.id, 10) == id {
				return a
			}
		}
	}
	return nil
}

func (r *Runs) listRuns(c *call) answer {
	var all []map[string]any
	query := c.URL.Query()
	for _, run := range r.all {
		branch, conclusion := cmp.Or(run.Branch, "main"), cmp.Or(run.Conclusion, "success")
		if run.Workflow != c.params["workflow_id"] || query.Get("branch") != "" && query.Get("branch") != branch ||
			query.Get("status") != "" && query.Get("status") != conclusion {
			continue
		}
		head := 1
		if run.IsFork {
			head = 2
		}
		all = append(all, map[string]any{
			"id": run.id, "event": cmp.Or(run.Event, "push"), "head_branch": branch, "conclusion": conclusion, "status": "completed",
			"repository": map[string]any{"id": 1}, "head_repository": map[string]any{"id": head},
		})
	}
	return c.listIn("workflow_runs", all)
}

func (r *Runs) listArtifacts(c *call) answer {
	at := slices.IndexFunc(r.all, func(run Run) bool { return strconv.FormatInt(run.id, 10) == c.params["run_id"] })
	if at < 0 {
		return fail(http.StatusNotFound, "Not Found")
	}
	var all []map[string]any
	for _, a := range r.all[at].Artifacts {
		all = append(all, map[string]any{"id": a.id, "name": a.Name, "expired": a.Expired, "size_in_bytes": len(a.Archive)})
	}
	return c.listIn("artifacts", all)
}

func (r *Runs) download(c *call) answer {
	artifact := r.artifact(c.params["artifact_id"])
	switch {
	case artifact == nil || c.params["archive_format"] != "zip":
		return fail(http.StatusNotFound, "Not Found")
	case artifact.Expired:
		return fail(http.StatusGone, "Artifact has expired")
	}
	return answer{status: http.StatusFound, header: http.Header{"Location": {fmt.Sprintf("%s/%d?sig=a", r.Storage, artifact.id)}}}
}

// listIn answers with one page of a list that is a field of the answer.
func (c *call) listIn(field string, items []map[string]any) answer {
	example, _ := c.operation.example(http.StatusOK).(map[string]any)
	examples, _ := example[field].([]any)
	var first any
	if len(examples) > 0 {
		first = examples[0]
	}
	page, header := c.page(len(items))
	all := []map[string]any{}
	for _, item := range items[page.start:page.end] {
		all = append(all, merged(first, item))
	}
	return answer{status: http.StatusOK, header: header, body: map[string]any{"total_count": len(items), field: all}}
}
