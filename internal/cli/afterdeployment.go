package cli

import "time"

// settling is how long the parts of a new deployment may take to arrive everywhere, after
// its start page has.
const settling = time.Minute

// noteReady records that the start page has answered. A file of the site that is missing may
// still arrive for a while after the deployment got ready: now if the run had to wait for
// the start page, otherwise when the event says it. The run waits for such files no longer
// than wait says.
func (s *session) noteReady(hasWaited bool) {
	now := time.Now()
	ready := now
	if d := s.workflow.Event().Deployment; !hasWaited {
		if d == nil || d.At.IsZero() {
			return
		}
		if d.At.Before(now) {
			ready = d.At
		}
	}
	s.settled = ready.Add(min(s.cfg.Wait, settling))
}
