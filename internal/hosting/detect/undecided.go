package detect

import (
	"slices"

	"github.com/linkvet/linkvet/internal/hosting"
)

// undecided stands in for hosts with equally strong signs. A link is broken only where
// none of them has anything, as any of them may serve the site. It has the name of the
// profile plain, whose answers come first.
type undecided struct {
	plain      hosting.Profile
	candidates []candidate
}

// candidate is one of the hosts, with what it answers at every path.
type candidate struct {
	profile    hosting.Profile
	everywhere []hosting.Answer
}

// newUndecided returns the profile that is used while several hosts have signs.
func newUndecided(d hosting.Deployment, signs []found, makerOf func(name string) maker) *undecided {
	u := &undecided{plain: hosting.New(hosting.Plain, d)}
	for _, sign := range signs {
		profile := makerOf(sign.host)(d)
		u.candidates = append(u.candidates, candidate{profile, flat(profile.Answer(hosting.Request{Path: hosting.NoSuchPath}))})
	}
	return u
}

// Name is "plain".
func (u *undecided) Name() string { return u.plain.Name() }

// Plainly is true, as the answers of the profile plain come first.
func (u *undecided) Plainly() bool { return u.plain.Plainly() }

// URLPath is that of the profile plain.
func (u *undecided) URLPath(file string) string { return u.plain.URLPath(file) }

// Rules are none, as it is not certain which of them apply.
func (u *undecided) Rules() []hosting.Rule { return nil }

// Faults are none, as it is not certain which files are read.
func (u *undecided) Faults() []hosting.Fault { return nil }

// Answer returns the best answer that any of the hosts has. What a host answers at every
// path does not count, as no link could be broken with it.
func (u *undecided) Answer(req hosting.Request) hosting.Answer {
	best := u.plain.Answer(req)
	for _, host := range u.candidates {
		if best.Kind == hosting.File {
			break
		}
		for _, a := range flat(host.profile.Answer(req)) {
			if score(a) > score(best) && !slices.ContainsFunc(host.everywhere, a.Same) {
				best = a
			}
		}
	}
	return best
}

// score orders answers by how well they serve a reader.
func score(a hosting.Answer) int {
	return map[hosting.Kind]int{hosting.File: 4, hosting.Redirect: 3, hosting.Proxy: 2, hosting.Unknown: 1}[a.Kind]
}

// flat returns an answer and those that the host may give as well.
func flat(a hosting.Answer) []hosting.Answer {
	all := append([]hosting.Answer{a}, a.Or...)
	for i := range all {
		all[i].Or = nil
	}
	return all
}
