package hosting

// undecided stands in for two hosts or more of which the signs are equally strong.
// A link is broken only where none of them has anything: what one of them answers
// may be right, and is wrong for certain nowhere. It goes by the name of plain,
// whose answers come first.
type undecided struct {
	*Plain
	contenders []contender
}

// contender is one of the hosts, with what it answers where nothing is.
type contender struct {
	Profile
	everywhere []Answer
}

// newUndecided returns what stands in for the hosts that these signs tell of.
func newUndecided(d Deployment, signs []found, makerOf func(name string) func(Deployment) Profile) *undecided {
	u := &undecided{Plain: NewPlain(d)}
	for _, sign := range signs {
		profile := makerOf(sign.profile)(d)
		u.contenders = append(u.contenders, contender{profile, flat(profile.Answer(Request{Path: NoSuchPath}))})
	}
	return u
}

// Answer is the best that any of the hosts has. What one answers at every path
// does not count: with it no link at all could be broken.
func (u *undecided) Answer(req Request) Answer {
	best := u.Plain.Answer(req)
	for _, host := range u.contenders {
		if best.Kind == File {
			break
		}
		for _, a := range flat(host.Answer(req)) {
			if a.merit() > best.merit() && !host.isEverywhere(a) {
				best = a
			}
		}
	}
	return best
}

// isEverywhere tells whether a host answers so where nothing is.
func (c *contender) isEverywhere(a Answer) bool {
	for _, other := range c.everywhere {
		if sameAnswer(a, other) {
			return true
		}
	}
	return false
}

// merit orders answers by how well they serve a reader.
func (a Answer) merit() int {
	return map[Kind]int{File: 4, Redirect: 3, Proxy: 2, Unknown: 1}[a.Kind]
}

// flat is an answer and those that the host may give as well.
func flat(a Answer) []Answer {
	all := append([]Answer{a}, a.Or...)
	for i := range all {
		all[i].Or = nil
	}
	return all
}
