package project

import (
	"bytes"
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
	// Why names the sign by which the profile was chosen, such as "by netlify.toml"; empty
	// where nothing needs to be said.
	Why string
	// Assumed is whether no sign is certain. Then a link is not broken where hosts
	// differ and one of them would follow it.
	Assumed bool
}

// strength is how much a sign of a host proves, the strongest last.
type strength int

const (
	byCompanion  strength = iota // only with shared files
	byNoJekyll                   // a file that sites of other hosts also have
	byWords                      // the repository, which may be deployed in more than one way
	byRepository                 // a file in the repository that only one host reads
	byShared                     // a deployed file that more than one host reads
	byDeployed                   // a deployed file that only one host reads
)

// sign is a file by which a host is detected.
type sign struct {
	host     string
	strength strength
	source   string
}

// signsOf returns the strongest sign of each host, the strongest first. Rules that both
// Netlify and Cloudflare Pages read are those of the host that has other signs, of Netlify
// when none has, and say nothing when both have. isNetlify is whether Netlify has others.
func signsOf(d hosting.Deployment) (all []sign, isNetlify bool) {
	scripts := slices.Concat(d.InRepository(hosting.WorkflowFiles), d.InRepository("package.json"))
	others := map[string]bool{}
	for _, h := range hosting.Hosts() {
		add := func(strength strength, source *hosting.Source) {
			if source != nil {
				all = append(all, sign{h.Name, strength, source.Name})
				others[h.Name] = others[h.Name] || strength != byShared
			}
		}
		add(byDeployed, d.FirstDeployed(strings.Fields(h.Deployed)...))
		add(byShared, d.FirstDeployed(strings.Fields(h.Shared)...))
		for name := range strings.FieldsSeq(h.Files) {
			if source := d.FirstInRepository(name); source != nil && (h.Keys == "" || newDocument(source.Name, source.Data).says(h.Keys)) {
				add(byRepository, source)
			}
		}
		for _, source := range scripts {
			isNamed := func(word string) bool { return bytes.Contains(source.Data, []byte(word)) }
			if slices.ContainsFunc(h.Words, isNamed) {
				add(byWords, source)
			}
		}
		add(byCompanion, d.FirstInRepository(strings.Fields(h.Companions)...))
	}
	if noJekyll := d.Deployed(".nojekyll"); noJekyll != nil && !isGenerated(d, noJekyll) {
		all = append(all, sign{hosting.GitHubPages, byNoJekyll, noJekyll.Name})
	}
	for i, s := range all {
		if s.host == hosting.Netlify && s.strength == byShared && others[hosting.CloudflarePages] {
			all[i].host = hosting.CloudflarePages
			if others[hosting.Netlify] {
				all[i].strength = byCompanion
			}
		}
	}
	slices.SortStableFunc(all, func(a, b sign) int { return cmp.Compare(b.strength, a.strength) })
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(s sign) bool {
		isSeen := seen[s.host]
		seen[s.host] = true
		return isSeen || s.strength == byCompanion
	})
	return all, others[hosting.Netlify]
}

// isGenerated reports whether the generator of a build writes .nojekyll for every host:
//   - mdBook and TypeDoc, with a text in it
//   - Sphinx: https://www.sphinx-doc.org/en/master/usage/extensions/githubpages.html
//   - Docusaurus, whose starter has it: https://github.com/facebook/docusaurus
func isGenerated(d hosting.Deployment, noJekyll *hosting.Source) bool {
	page := d.FirstDeployed("404.html", hosting.IndexFile)
	return len(bytes.TrimSpace(noJekyll.Data)) > 0 || d.Files.IsFile("_static/documentation_options.js") ||
		page != nil && bytes.Contains(page.Data, []byte(`content="Docusaurus`))
}

// Choose makes the profile of that name for a deployment. Auto takes the host with the
// strongest sign; of two with equal signs, neither is certain.
func Choose(name string, d hosting.Deployment) Choice {
	if name != Auto {
		return Choice{Profile: hosting.New(name, d)}
	}
	all, isNetlify := signsOf(d)
	if len(all) == 0 {
		return Choice{Profile: hosting.New(hosting.Plain, d), Assumed: true}
	}
	equals, says := 0, []string{}
	for _, s := range all {
		if s.strength == all[0].strength {
			equals++
		}
		if s.strength > byNoJekyll {
			says = append(says, s.source+" suggests "+s.host)
		}
	}
	if equals > 1 {
		why := fmt.Sprintf("because %s; set hosting to the right one", strings.Join(says[:equals], " but "))
		either := &undecided{Profile: hosting.New(hosting.Plain, d)}
		for _, s := range all[:equals] {
			either.candidates = append(either.candidates, hosting.New(s.host, d))
		}
		return Choice{Profile: either, Assumed: true, Why: why}
	}
	choice := Choice{Profile: hosting.New(all[0].host, d), Why: "by " + all[0].source}
	if all[0].strength == byShared && all[0].host == hosting.Netlify && !isNetlify {
		choice.Assumed = true
		choice.Why += ", which Cloudflare Pages also reads"
	}
	if len(says) > 1 {
		choice.Why += "; " + strings.Join(says[1:], "; ")
	}
	return choice
}

// undecided stands in for hosts with equally strong signs. A link is broken only where
// none of them has anything, as any of them may serve the site. All else is as with the
// profile plain, whose name it has.
type undecided struct {
	hosting.Profile
	candidates []hosting.Profile
}

// Answer returns the best answer that any of the hosts has. What a host answers at every
// path does not count, as no link could be broken with it.
func (u *undecided) Answer(req hosting.Request) hosting.Answer {
	best := u.Profile.Answer(req)
	for _, host := range u.candidates {
		answer, everywhere := host.Answer(req), host.Answer(hosting.Request{Path: hosting.NoSuchPath, Effort: req.Effort})
		for _, a := range append([]hosting.Answer{answer}, answer.Or...) {
			// But for NotFound, a better kind comes before others.
			isBetter := a.Kind != hosting.NotFound && (best.Kind == hosting.NotFound || a.Kind < best.Kind)
			if isBetter && !a.Same(everywhere) && !slices.ContainsFunc(everywhere.Or, a.Same) {
				best = a
			}
		}
	}
	best.Or = nil
	return best
}
