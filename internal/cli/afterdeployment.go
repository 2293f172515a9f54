package cli

import (
	"slices"
	"time"
)

// settling is how long the parts of a new deployment may take to arrive everywhere, after
// its start page has.
const settling = time.Minute

// deploymentEvents are the events by which hosts tell of a deployment.
var deploymentEvents = []string{"deployment_status", "repository_dispatch", "status", "check_run", "workflow_run"}

// isAfterDeployment reports whether the run follows a deployment closely.
func (s *session) isAfterDeployment() bool {
	return s.cfg.Wait > 0 || s.cfg.Expect != "" || s.workflow.Active() && slices.Contains(deploymentEvents, s.process.getenv("GITHUB_EVENT_NAME"))
}

// noteReady records that the start page is ready, after it was not for a while: files of the
// site that are missing may still arrive then. The run waits for them no longer than wait
// says.
func (s *session) noteReady() { s.settled = time.Now().Add(min(s.cfg.Wait, settling)) }
