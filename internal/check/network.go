package check

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

// fewHosts is how many external hosts have to be out of reach, and none within it,
// before it is the way to them that does not work, and not the hosts.
const fewHosts = 5

// noteWay records what a request to an external host shows of the network; failed is
// nil when it was answered.
func (a *asker) noteWay(failed *fetch.Error) {
	switch {
	case failed == nil:
	case failed.NoWay, failed.Unasked, failed.Reason == link.DNSNotFound, failed.Reason == link.PrivateAddress:
		return
	}
	a.isConnected.Store(true)
}

// judgeNetwork makes a problem of it when no external host was within reach though
// their names are known: a firewall, a proxy or a missing certificate authority stands
// in the way, and nothing behind it was checked. Hosts that refuse, or accept and then
// say nothing, are within reach.
func (a *asker) judgeNetwork(b *builder) {
	if a.isConnected.Load() {
		return
	}
	hosts, n := map[string]bool{}, 0
	var first *target
	for t := range a.all() {
		if !t.linked || t.internal || !t.outcome.noWay {
			continue
		}
		n++
		hosts[t.url.Host] = true
		if first == nil || t.url.String() < first.url.String() {
			first = t
		}
	}
	if len(hosts) < fewHosts {
		return
	}
	b.report.Problems = append(b.report.Problems, fmt.Sprintf("could not reach any of %d external hosts, such as %q (%s): %s; "+
		"check the network of this machine or container, its proxy and certificates, or set external: false",
		len(hosts), first.url.Host, shorten(first.outcome.message, maxWhy), unchecked(n)))
}
