package hosting

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// found is a sign that a deployment has.
type found struct {
	sign
	source string
}

// detect chooses the profile of which the strongest sign tells, among those that
// makerOf knows. Where two hosts have equal signs it takes neither for certain.
func detect(d Deployment, makerOf func(name string) func(Deployment) Profile) Choice {
	var all []found
	for _, f := range strongest(d) {
		if makerOf(f.profile) != nil {
			all = append(all, f)
		}
	}
	switch {
	case len(all) == 0:
		return Choice{Profile: NewPlain(d), Assumed: true}
	case len(all) > 1 && all[0].strength == all[1].strength:
		equals := equal(all)
		return Choice{Profile: newUndecided(d, equals, makerOf), Assumed: true, Why: contradiction(equals)}
	}
	choice := Choice{Profile: makerOf(all[0].profile)(d), Why: all[0].source + " says so"}
	if all[0].profile == "netlify" && all[0].strength == deployedHint && ofNetlify(d) == nil {
		choice.Assumed = true
		choice.Why += ", though Cloudflare Pages reads it, too"
	}
	for _, other := range all[1:] {
		if other.strength == hint {
			continue
		}
		choice.Why += fmt.Sprintf("; %s would say %s", other.source, other.profile)
	}
	return choice
}

// strongest is the strongest sign of each profile, the strongest first.
func strongest(d Deployment) []found {
	var all []found
	d.Beside = remembering(d.Beside)
	for _, sign := range signs {
		known := slices.ContainsFunc(all, func(f found) bool { return f.profile == sign.profile })
		if known {
			continue
		}
		if source := sign.find(d); source != nil {
			all = append(all, found{sign, source.Name})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.strength, a.strength) })
	return all
}

// equal are the signs that are as strong as the first.
func equal(all []found) []found {
	end := slices.IndexFunc(all, func(f found) bool { return f.strength != all[0].strength })
	if end < 0 {
		return all
	}
	return all[:end]
}

// contradiction says what equally strong signs tell, and what to do.
func contradiction(equals []found) string {
	says := make([]string, len(equals))
	for i, f := range equals {
		says[i] = fmt.Sprintf("%s says %s", f.source, f.profile)
	}
	return strings.Join(says, " but ") + `: set "hosting" to the one that it is`
}

// remembering is beside, but reads nothing twice: many signs look into workflows.
func remembering(beside func(string) []*Source) func(string) []*Source {
	known := map[string][]*Source{}
	return func(pattern string) []*Source {
		sources, ok := known[pattern]
		if !ok {
			sources = beside(pattern)
			known[pattern] = sources
		}
		return sources
	}
}
