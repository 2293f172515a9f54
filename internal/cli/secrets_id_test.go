package cli_test

import (
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// An ID is a hash of the target: with a password in it, the password could be guessed.
func TestLiveIDsDoNotDependOnASecret(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": func(w http.ResponseWriter, r *http.Request) {
		livetest.Page(livetest.Links("/lost?t="+r.Header.Get("X-Token")))(w, r)
	}})
	for _, token := range []string{"s3cr3t-t0k3n", "another-t0k3n"} {
		r := livetest.Check(t, "--header=X-Token: "+token, s.URL+"/")
		if got, want := r.Finding(t, "/lost?t=***").ID, link.FindingID("/lost?t=***", link.NotFound); got != want {
			t.Errorf("the ID with %s is %s, want %s", token, got, want)
		}
	}
}
