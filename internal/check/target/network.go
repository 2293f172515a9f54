package target

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

// fewHosts is how many external hosts have to be out of reach, and none within it,
// before it is the way to them that does not work, and not the hosts.
const fewHosts = 5

// noteWay records what a request to an external host shows of the network; failed is
// nil when it was answered.
func (a *Checker) noteWay(failed *fetch.Error) {
	switch {
	case failed == nil:
	case failed.NoWay, failed.Unasked, failed.Reason == link.DNSNotFound, failed.Reason == link.PrivateAddress:
		return
	}
	a.isConnected.Store(true)
}

// judgeNetwork makes a problem of it when no external host was within reach though
// their names are known: a firewall, a proxy or a missing certificate authority
// blocks them, and no link to them was checked. Hosts that refuse, or accept and then
// say nothing, are within reach.
func (a *Checker) judgeNetwork(b *check.Builder) {
	if a.isConnected.Load() {
		return
	}
	hosts, n := map[string]bool{}, 0
	var first *Target
	for t := range a.All() {
		if !t.Linked || t.Internal || !t.Outcome.NoRoute {
			continue
		}
		n++
		hosts[t.URL.Host] = true
		if first == nil || t.URL.String() < first.URL.String() {
			first = t
		}
	}
	if len(hosts) < fewHosts {
		return
	}
	b.Report.Problems = append(b.Report.Problems, fmt.Sprintf("could not reach any of %d external hosts, such as %q (%s): %s; "+
		"check the network of this machine or container, its proxy and certificates, or set external: false",
		len(hosts), first.URL.Host, check.Shorten(first.Outcome.Message, check.MaxWhy), check.Unchecked(n)))
}
