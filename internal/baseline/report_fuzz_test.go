package baseline

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func FuzzReport(f *testing.F) {
	f.Add(encoded(f, earlierReport()))
	f.Add([]byte(edited(f, `"complete": true`, `"problems": ["x"]`)))
	f.Add([]byte(`{"schema":"linkvet.report/1","mode":"live","findings":[null,{}]}`))
	f.Add([]byte(`{"schema":"linkvet.report/1","mode":"live","skipped":{"excluded":1e9},"x":[{"y":[]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := believed(bytes.NewReader(data))
		if err != nil {
			if message := err.Error(); len(message) > 300 || strings.ContainsAny(message, "\n\r\x1b") {
				t.Errorf("the error is %q", message)
			}
			return
		}
		if r.Complete != (len(r.Problems) == 0) {
			t.Error("its completeness contradicts its problems")
		}
		s := r.Stats
		if s.OK+s.Broken+s.Unverified+s.Redirected+s.Skipped != s.Targets || min(s.OK, s.Skipped, s.Pages, s.Links, r.Fixed) < 0 {
			t.Errorf("its counts are %+v", s)
		}
		for i := range r.Findings {
			checkFinding(t, &r.Findings[i])
		}
		again, err := believed(bytes.NewReader(encoded(t, r)))
		if diff := cmp.Diff(r, again); err != nil || diff != "" {
			t.Errorf("written and read again: %v\n%s", err, diff)
		}
	})
}

func checkFinding(t *testing.T, f *link.Finding) {
	t.Helper()
	if !slices.Contains(reasons, f.Reason) || f.Verdict != link.Broken && f.Verdict != link.Unverified && f.Verdict != link.Redirected {
		t.Errorf("a finding is %s, %s", f.Verdict, f.Reason)
	}
	files := []string{}
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		files = append(files, o.File)
		if o.Source != nil {
			files = append(files, o.Source.File)
		}
		for _, c := range o.Candidates {
			files = append(files, c.File)
		}
	}
	for _, name := range files {
		if strings.HasPrefix(name, "/") || slices.Contains(strings.Split(name, "/"), "..") {
			t.Errorf("the file %q is outside of the repository", name)
		}
	}
}
