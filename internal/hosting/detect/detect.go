package detect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// Auto is the value of the setting that has linkvet detect the host.
const Auto = "auto"

// Choice is the profile by which a deployment is read.
type Choice struct {
	Profile hosting.Profile
	// Why names the sign by which the profile was chosen, such as "netlify.toml says
	// so"; empty where nothing needs to be said.
	Why string
	// Assumed is whether no sign is certain. Then a link is not broken where hosts
	// differ and one of them would follow it.
	Assumed bool
	// Framework is the name of the framework for whose links pages answer without their
	// ".html" on the unknown host; empty where they do not.
	Framework string
}

// Choose makes the profile of that name for a deployment. The name is one of Names, or
// Auto.
func Choose(name string, d hosting.Deployment) Choice {
	if known := makerOf(name); known != nil {
		return Choice{Profile: known(d)}
	}
	return detect(d, makerOf)
}

// found is a sign that a deployment has.
type found struct {
	host     string
	strength strength
	source   string
}

// detect chooses the host with the strongest sign, among those that makerOf knows. Where
// two hosts have equal signs, neither is certain.
func detect(d hosting.Deployment, makerOf func(name string) maker) Choice {
	var all []found
	for _, f := range strongest(d) {
		if makerOf(f.host) != nil {
			all = append(all, f)
		}
	}
	switch {
	case len(all) == 0:
		return unknownHost(d)
	case len(all) > 1 && all[0].strength == all[1].strength:
		equals := equal(all)
		return Choice{Profile: newUndecided(d, equals, makerOf), Assumed: true, Why: contradiction(equals)}
	}
	choice := Choice{Profile: makerOf(all[0].host)(d), Why: "by " + all[0].source}
	if all[0].host == hosting.Netlify && all[0].strength == deployedHint && ofNetlify(d) == nil {
		choice.Assumed = true
		choice.Why += ", which Cloudflare Pages also reads"
	}
	for _, other := range all[1:] {
		if other.strength == hint {
			continue
		}
		choice.Why += fmt.Sprintf("; %s suggests %s", other.source, other.host)
	}
	return choice
}

// strongest returns the strongest sign of each host, the strongest first.
func strongest(d hosting.Deployment) []found {
	var all []found
	d.InRepository = cached(d.InRepository)
	for _, sign := range signs {
		known := slices.ContainsFunc(all, func(f found) bool { return f.host == sign.host })
		if known {
			continue
		}
		if source := sign.find(d); source != nil {
			all = append(all, found{sign.host, sign.strength, source.Name})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.strength, a.strength) })
	return all
}

// equal returns the signs that are as strong as the first.
func equal(all []found) []found {
	end := slices.IndexFunc(all, func(f found) bool { return f.strength != all[0].strength })
	if end < 0 {
		return all
	}
	return all[:end]
}

// contradiction says what equally strong signs say, and what to do.
func contradiction(equals []found) string {
	says := make([]string, len(equals))
	for i, f := range equals {
		says[i] = fmt.Sprintf("%s suggests %s", f.source, f.host)
	}
	return "because " + strings.Join(says, " but ") + "; set hosting to the right one"
}

// cached returns read as a function that reads nothing twice, as many signs are words of
// workflows.
func cached(read func(string) []*hosting.Source) func(string) []*hosting.Source {
	known := map[string][]*hosting.Source{}
	return func(pattern string) []*hosting.Source {
		sources, ok := known[pattern]
		if !ok {
			sources = read(pattern)
			known[pattern] = sources
		}
		return sources
	}
}
