package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// fewHosts is how many external hosts have to fail, and none answer, before it is the
// way to them that does not work, and not the hosts.
const fewHosts = 5

// judgeNetwork makes a problem of it when hosts were found, but none of them answered:
// a firewall, a proxy or a missing certificate authority stands in the way, and what
// was not checked may be broken.
func (b *builder) judgeNetwork(a *asker) {
	if a.answered.Load() {
		return
	}
	hosts, reasons := map[string]bool{}, map[link.Reason]int{}
	n := 0
	for t := range a.all() {
		if !t.linked || t.internal || !t.outcome.isUnconnected() {
			continue
		}
		n++
		hosts[t.url.Host] = true
		reasons[t.outcome.reason]++
	}
	if len(hosts) < fewHosts {
		return
	}
	why := make([]string, 0, len(reasons))
	for reason, n := range reasons {
		why = append(why, fmt.Sprintf("%d %s", n, reason))
	}
	slices.Sort(why)
	b.report.Problems = append(b.report.Problems, fmt.Sprintf("none of %d external hosts answered (%s): %s not checked; "+
		"check the network of this machine or container, its proxy and certificates, or set external: false",
		len(hosts), strings.Join(why, ", "), targets(n)))
}

// isUnconnected reports whether no connection to the host of a target came to an
// answer.
func (o outcome) isUnconnected() bool {
	switch o.reason {
	case link.ConnectionRefused, link.ConnectionFailed, link.Timeout, link.TLSInvalid:
		return o.status == 0 && (o.verdict == link.Broken || o.verdict == link.Unverified)
	}
	return false
}
