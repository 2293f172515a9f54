package cli_test

import "testing"

func TestLiveSettingsWithoutEffect(t *testing.T) {
	t.Parallel()
	s := serve(t, site{"/": page("home")})
	r := check(t, "--hosting=netlify", "--jobs=3", "--max-depth=2", "--wait=1s", "--header=X: y", "--timeout=9s", s.URL+"/")
	r.found(t, clean, nil)
	says(t, r.notes, "hosting (flag) has no effect: it applies only to directories")
	says(t, r.notes, "jobs (flag) has no effect: it applies only to directories")
	if len(r.notes) != 2 {
		t.Errorf("want no other notes: %q", r.notes)
	}
}
