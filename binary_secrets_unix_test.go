//go:build unix

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheCompositeActionHidesSecrets has a site that returns the secrets of the inputs, and
// inputs that repeat them where an error shows a value.
func TestTheCompositeActionHidesSecrets(t *testing.T) {
	t.Parallel()
	const token, key = "ghs_t0kenOfTheJob", "k3yOfTheHeader"
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.Error(w, r.Header.Get("X-Key"), http.StatusNotFound)
			return
		}
		fmt.Fprintf(w, `<!doctype html><title>%[1]s</title><h1>Tea</h1><a href="lost?key=%[1]s">%[1]s %[2]s</a>`, r.Header.Get("X-Key"), token)
	}))
	t.Cleanup(site.Close)
	reports := "json=a.json\nsarif=a.sarif\njunit=a.xml\nmarkdown=a.md\ngitlab=a.gitlab\npages=a.pages\nhtml=a.html\ntext=a.txt\nbaseline=a.baseline"
	for name, with := range map[string]map[string]string{
		"findings":         {"target": site.URL, "retries": "0", "report": reports, "verbose": "true"},
		"a wrong value":    {"target": site.URL, "fail-on": key},
		"an unknown input": {"target": site.URL, key: token},
		"a missing folder": {"target": key + "/" + token},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i, folder := installing(t, "Linux", "X64", realProgram(t)), t.TempDir()
			with["token"], with["header"] = token, "X-Key: "+key
			r := runComposite(t, i, folder, with)
			if !r.failed {
				t.Errorf("passed:\n%s", &r.out)
			}
			written, err := filepath.Glob(folder + "/a.*")
			if err != nil || (len(written) == 9) != (name == "findings") {
				t.Errorf("wrote %q, %v", written, err)
			}
			shown := map[string]string{"the outputs": fmt.Sprint(r.outputs)}
			for line := range strings.Lines(r.out.String()) {
				if !strings.HasPrefix(line, "::add-mask::") {
					shown["the log"] += line
				}
			}
			for _, path := range append(written, r.summary) {
				text, err := os.ReadFile(path)
				if err != nil && path != r.summary {
					t.Error(err)
				}
				shown[filepath.Base(path)] = string(text)
			}
			for where, text := range shown {
				if strings.Contains(text, token) || strings.Contains(text, key) {
					t.Errorf("%s shows a secret:\n%s", where, text)
				}
			}
		})
	}
}
