package target

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch/transport"
)

// machineLacks are the problems of a run for which the machine that it runs on lacks
// something, in their order.
var machineLacks = []struct {
	resource     transport.Resource
	what, advice string
}{
	{transport.OpenFiles, "this machine ran out of open files", "raise the limit (ulimit -n 1024), or lower concurrency"},
	{transport.Memory, "this machine ran out of memory for connections", "add memory, or lower concurrency"},
	{transport.Authorities, "this machine has no certificate authorities", "install ca-certificates, or set SSL_CERT_FILE to their file"},
}

// judgeMachine makes a problem of targets that were not checked because of this
// machine: nothing is known of them, and a run that passes without them would say
// that they are well.
func (a *Checker) judgeMachine(b *check.Builder) {
	lacked := map[transport.Resource]int{}
	for t := range a.All() {
		if t.Linked && !t.Outcome.Good() {
			lacked[t.Outcome.Lacks]++
		}
	}
	for _, l := range machineLacks {
		if n := lacked[l.resource]; n > 0 {
			b.Report.Problems = append(b.Report.Problems, fmt.Sprintf("%s: %s %s not checked; %s",
				l.what, check.Count(n, "target"), check.Plural(n, "is", "are"), l.advice))
		}
	}
}
