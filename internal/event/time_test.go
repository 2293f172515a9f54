package event

import (
	"testing"
	"time"
)

// The time of a deployment is that of its state, which is when it got ready.
func TestTimeOfADeployment(t *testing.T) {
	t.Parallel()
	want := time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)
	for payload, name := range map[string]string{
		`{"deployment": {"created_at": "2020-01-01T00:00:00Z"}, "deployment_status": {"created_at": "2026-11-22T09:30:00Z"}}`: "deployment_status",
		`{"created_at": "2026-11-22T10:30:00+01:00"}`:                                                   "status",
		`{"check_run": {"started_at": "2020-01-01T00:00:00Z", "completed_at": "2026-11-22T09:30:00Z"}}`: "check_run",
	} {
		e := New([]byte(payload), variables(name))
		if !e.Deployment.At.Equal(want) {
			t.Errorf("%s: got %v", name, e.Deployment.At)
		}
		for _, none := range []string{`{}`, `{"created_at": 7, "deployment_status": {"created_at": "soon"}, "check_run": {"completed_at": null}}`} {
			if e := New([]byte(none), variables(name)); !e.Deployment.At.IsZero() {
				t.Errorf("%s, %s: got %v", name, none, e.Deployment.At)
			}
		}
	}
}
