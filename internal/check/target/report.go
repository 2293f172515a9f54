package target

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

// Report puts the targets that were requested, and that a link leads to, into the report.
func (a *Checker) Report() {
	a.settleCached()
	a.judgeNetwork()
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
		a.run.Add(name, t.Internal, *t.Outcome, faults)
		for fragment, occurrences := range missing {
			a.run.Add(name+"#"+fragment, t.Internal, t.lost(name, fragment), occurrences)
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
)

// judgeNetwork adds a problem when it is the network or this machine that kept targets from being
// checked, as nothing is known of these then, and a note about private addresses.
func (a *Checker) judgeNetwork() {
	var nameless, unreached []*Target
	var private []string
	lacked := map[fetch.Resource]int{}
	// isNamed is whether any name of an external host was looked up, and isConnected whether any of
	// these is within reach: one that refuses, or accepts and then says nothing, is.
	isNamed, isConnected := false, false
	for t := range a.All() {
		if !t.Linked {
			continue
		}
		o := t.Outcome
		isNameless := (o.Reason == link.DNSNotFound || o.Reason == link.DNSTemporary) && (o.Verdict == link.Broken || o.Verdict == link.Unverified)
		wasRequested := !t.Internal && t.IsAnswered() && !t.isClosed && !o.NotRequested && o.Reason != link.NotReached
		switch {
		case isNameless:
			nameless = append(nameless, t)
			isNamed = isNamed || len(o.Redirects) > 0
		case o.Reason == link.PrivateAddress && o.Verdict == link.Skipped:
			private = append(private, a.job.DisplayName(t.URL, t.Internal))
		case !t.Internal && o.NoRoute:
			unreached = append(unreached, t)
		case wasRequested:
			isConnected = true
		}
		if wasRequested && !isNameless && o.Reason != link.PrivateAddress && o.Lacks == fetch.NoResource && domainOf(t) != "" {
			isNamed = true
		}
		if !o.Good() {
			lacked[o.Lacks]++
		}
	}
	if !isNamed && count(nameless, domainOf) >= fewDomains {
		for _, t := range nameless {
			o := *t.Outcome
			o.Verdict, o.Reason = link.Unverified, link.DNSTemporary
			o.Message = "could not look up this host, or any other host in this run"
			t.Outcome = &o
		}
		a.run.Problem(check.NoNames.Of(len(nameless), nil))
	}
	if hosts := count(unreached, func(t *Target) string { return t.URL.Host }); !isConnected && hosts >= fewHosts {
		first := slices.MinFunc(unreached, func(a, b *Target) int { return cmp.Compare(a.URL.String(), b.URL.String()) })
		a.run.Problem(check.NoHosts.Of(len(unreached), []string{first.URL.Host}, link.Number(hosts), check.Shorten(first.Outcome.Message, check.MaxWhy)))
	}
	a.run.Problem(check.NoOpenFiles.Of(lacked[fetch.OpenFiles], nil))
	a.run.Problem(check.NoAuthorities.Of(lacked[fetch.Authorities], nil))
	if len(private) > 0 {
		a.run.Note(check.PrivateTargets.Of(len(private), []string{check.Shorten(slices.Min(private), check.MaxName)}))
	}
}

// count is how many different names targets have, but for empty ones.
func count(targets []*Target, nameOf func(*Target) string) int {
	names := map[string]bool{}
	for _, t := range targets {
		names[nameOf(t)] = true
	}
	delete(names, "")
	return len(names)
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
