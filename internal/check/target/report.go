package target

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
)

// Report puts the targets that were requested, and that a link leads to, into a report.
func (a *Checker) Report(b *check.Builder) {
	a.settleCached()
	a.judgeNetwork(b)
	for t := range a.All() {
		if !t.Linked {
			continue
		}
		if !t.IsAnswered() {
			t.Outcome = check.NotReached
		}
		if t.IsOpen() {
			a.judgeLocked(t)
		}
		var faults []check.OccurrenceRef
		missing := map[string][]check.OccurrenceRef{}
		for _, m := range a.Links(t) {
			if t.Outcome.Verdict != link.OK {
				faults = append(faults, m)
			}
			if m.Fragment == "" || !t.Outcome.Good() || t.leadsTo(m.Fragment) {
				continue
			}
			missing[m.Fragment] = append(missing[m.Fragment], m)
		}
		a.results.keep(t, missing)
		name := a.job.DisplayName(t.URL, t.Internal)
		b.Add(name, t.Internal, *t.Outcome, faults)
		for fragment, occurrences := range missing {
			b.Add(name+"#"+fragment, t.Internal, t.lost(name, fragment), occurrences)
		}
	}
}

const (
	// fewDomains is how many domains have to be unknown, and no name known, before it is the
	// look-up that does not work, and not the domains that do not exist.
	fewDomains = 3
	// fewHosts is how many external hosts have to be out of reach, and none within it, before
	// it is the way to them that does not work, and not the hosts.
	fewHosts = 5
	// maxPrivateName is how many bytes of a target the note shows: reports cut long notes, and
	// the setting is at the end.
	maxPrivateName = 200
)

var privateTargets = check.Text{
	One:  "{names} leads to a private address and is skipped; to check it, set allow-private: true",
	Many: "{n} targets lead to private addresses and are skipped, such as {names}; to check them, set allow-private: true",
}

// machineLacks are the problems of a run for which the machine that it runs on lacks something:
// nothing is known of the targets, and a run that passes without them would say that they are
// well.
var machineLacks = []struct {
	resource     transport.Resource
	what, advice string
}{
	{transport.OpenFiles, "this machine ran out of open files", "raise the limit (ulimit -n 1024), or lower concurrency"},
	{transport.Authorities, "this machine has no certificate authorities", "install ca-certificates, or set SSL_CERT_FILE to their file"},
}

// judgeNetwork adds a problem when it is the network or this machine that kept targets from being
// checked, and a note about private addresses.
func (a *Checker) judgeNetwork(b *check.Builder) {
	var nameless []*Target
	lacked, unreached := map[transport.Resource]int{}, map[string]bool{}
	noRoute, private, isConnected := 0, 0, false
	// isNamed is whether any name of an external host was looked up, and nameless domains are
	// those of which none was.
	isNamed, domains := false, map[string]bool{}
	var firstHost *Target
	firstPrivate := ""
	for t := range a.All() {
		if !t.Linked {
			continue
		}
		o := t.Outcome
		isNameless := (o.Reason == link.DNSNotFound || o.Reason == link.DNSTemporary) && (o.Verdict == link.Broken || o.Verdict == link.Unverified)
		wasRequested := !t.Internal && t.IsAnswered() && t.closedBy == 0 && !o.NotRequested && o.Reason != link.NotReached
		switch {
		case isNameless:
			nameless = append(nameless, t)
			domains[domainOf(t)] = true
			isNamed = isNamed || len(o.Redirects) > 0
		case o.Reason == link.PrivateAddress && o.Verdict == link.Skipped:
			private++
			if name := a.job.DisplayName(t.URL, t.Internal); private == 1 || name < firstPrivate {
				firstPrivate = name
			}
		case !t.Internal && o.NoRoute:
			noRoute++
			unreached[t.URL.Host] = true
			if noRoute == 1 || t.URL.String() < firstHost.URL.String() {
				firstHost = t
			}
		case wasRequested:
			isConnected = true // a host that refuses, or accepts and then says nothing, is within reach
		}
		if wasRequested && !isNameless && o.Reason != link.PrivateAddress && o.Lacks == transport.NoResource && domainOf(t) != "" {
			isNamed = true
		}
		if !o.Good() {
			lacked[o.Lacks]++
		}
	}
	unchecked := func(n int) string {
		return check.Count(n, "external target") + " " + check.Plural(n, "is", "are") + " not checked"
	}
	problem := func(format string, values ...any) { b.Report.Problem(fmt.Sprintf(format, values...)) }
	delete(domains, "")
	if !isNamed && len(domains) >= fewDomains {
		for _, t := range nameless {
			o := *t.Outcome
			o.Verdict, o.Reason = link.Unverified, link.DNSTemporary
			o.Message = "could not look up this host, or any other host in this run"
			b.Job.Progress.Record(t.Outcome, &o)
			t.Outcome = &o
		}
		problem("could not look up any host name: %s; check the network of this machine or container, or set external: false", unchecked(len(nameless)))
	}
	if !isConnected && len(unreached) >= fewHosts {
		problem("could not reach any of %d external hosts, such as %q (%s): %s; "+
			"check the network of this machine or container, its proxy and certificates, or set external: false",
			len(unreached), firstHost.URL.Host, check.Shorten(firstHost.Outcome.Message, check.MaxWhy), unchecked(noRoute))
	}
	for _, l := range machineLacks {
		if n := lacked[l.resource]; n > 0 {
			problem("%s: %s %s not checked; %s", l.what, check.Count(n, "target"), check.Plural(n, "is", "are"), l.advice)
		}
	}
	b.Report.Note(privateTargets.Of(private, []string{check.Shorten(firstPrivate, maxPrivateName)}))
}

// domainOf returns the last two labels of the name of a target's host: the hosts of one domain fail
// together. It is empty for an address, and for a name of this machine, which show nothing of others.
func domainOf(t *Target) string {
	name := strings.TrimSuffix(t.URL.Request().Hostname(), ".")
	if _, err := netip.ParseAddr(name); err == nil || name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return ""
	}
	labels := strings.Split(name, ".")
	return strings.Join(labels[max(len(labels)-2, 0):], ".")
}
