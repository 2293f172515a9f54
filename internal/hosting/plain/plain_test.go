package plain_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/hosting/plain"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func TestTables(t *testing.T) {
	t.Parallel()
	hostingtest.Tables(t, plain.Name, plain.New)
}

func TestURLPath(t *testing.T) {
	t.Parallel()
	p := plain.New(hostingtest.Tree{"index.html": "", "page.html": "", "dir/index.html": "", "style.css": ""}.Deployment(nil))
	hostingtest.CheckURLPaths(t, p, map[string]string{"index.html": "", "page.html": "page.html", "dir/index.html": "dir/", "style.css": "style.css"})
	if !p.Plainly() || len(p.Rules())+len(p.Faults()) > 0 {
		t.Errorf("rules %v, faults %v", p.Rules(), p.Faults())
	}
}
