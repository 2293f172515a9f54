package project

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
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
	// Framework is the name of the framework for whose links pages answer without their
	// ".html" on the unknown host; empty where they do not.
	Framework string
}

// strength is how much a sign proves, the strongest last.
type strength int

const (
	// hint is a file that sites of other hosts also have.
	hint strength = iota
	// repositoryHint is a file in the repository, which may be deployed in more than one way.
	repositoryHint
	// repositoryRules is a file in the repository that only one host reads.
	repositoryRules
	// deployedHint is a file that is deployed, and that more than one host reads.
	deployedHint
	// deployedRules is a file that is deployed, and that only one host reads.
	deployedRules
)

// sign is a file by which a host is detected.
type sign struct {
	host     string
	strength strength
	// files are patterns, and names in the build directory for those that are deployed.
	files []string
	// words are texts of which the file has to have one; none when its name says enough.
	words []string
	// keys are settings of which the file has to have one.
	keys []string
	// isRight reports whether a file in the build directory is a sign there; nil for always.
	isRight func(hosting.Deployment) bool
}

const (
	workflows = hosting.WorkflowFiles
	wrangler  = "wrangler.[tj]*"
)

// signs are all the signs of a host, the strongest of each first.
var signs = []sign{
	{host: cloudflare, strength: deployedRules, files: []string{"_worker.js", "_worker.js/index.js", "_routes.json"}},
	{host: netlify, strength: deployedRules, files: []string{"netlify.toml"}},
	{host: vercel, strength: deployedRules, files: []string{"vercel.json"}},
	{host: azure, strength: deployedRules, files: []string{"staticwebapp.config.json"}},

	{host: cloudflare, strength: deployedHint, files: sharedRules, isRight: func(d hosting.Deployment) bool { return has(d, ofCloudflare) && !has(d, ofNetlify) }},
	{host: netlify, strength: deployedHint, files: sharedRules, isRight: func(d hosting.Deployment) bool { return !has(d, ofCloudflare) }},
	{host: githubPages, strength: deployedHint, files: []string{"CNAME"}},

	{host: netlify, strength: repositoryRules, files: []string{"netlify.toml"}},
	{host: cloudflare, strength: repositoryRules, files: []string{wrangler}, keys: []string{"pages_build_output_dir", "assets"}},
	{host: vercel, strength: repositoryRules, files: []string{"vercel.json", ".vercel/project.json"}},
	{host: firebase, strength: repositoryRules, files: []string{"firebase.json"}, keys: []string{"hosting"}},
	{host: azure, strength: repositoryRules, files: []string{"staticwebapp.config.json"}},

	{host: githubPages, strength: repositoryHint, files: []string{workflows}, words: []string{
		"actions/deploy-pages", "actions/upload-pages-artifact", "peaceiris/actions-gh-pages", "JamesIves/github-pages-deploy-action", "mkdocs gh-deploy",
	}},
	{host: cloudflare, strength: repositoryHint, files: []string{workflows}, words: []string{"cloudflare/pages-action", "wrangler pages", "command: pages"}},
	{host: netlify, strength: repositoryHint, files: []string{workflows}, words: []string{"nwtgck/actions-netlify", "netlify deploy", "netlify/actions"}},
	{host: vercel, strength: repositoryHint, files: []string{workflows}, words: []string{"amondnet/vercel-action", "vercel deploy", "vercel --prod"}},
	{host: firebase, strength: repositoryHint, files: []string{workflows}, words: []string{"FirebaseExtended/action-hosting-deploy", "firebase deploy"}},
	{host: azure, strength: repositoryHint, files: []string{workflows}, words: []string{"Azure/static-web-apps-deploy"}},
	{host: firebase, strength: repositoryHint, files: []string{".firebaserc"}, isRight: func(d hosting.Deployment) bool { return d.Nearest("firebase.json") == nil }},
	{host: githubPages, strength: repositoryHint, files: []string{"package.json"}, words: []string{"gh-pages"}},

	{host: githubPages, strength: hint, files: []string{".nojekyll"}, isRight: func(d hosting.Deployment) bool { return !writesNoJekyll(d) }},
}

// isDeployed reports whether a sign is in the build directory, not in the repository.
func (s sign) isDeployed() bool {
	return s.strength == deployedRules || s.strength == deployedHint || s.strength == hint
}

// sharedRules are files that both Netlify and Cloudflare Pages read. ofCloudflare and
// ofNetlify are signs next to them that only one of the two has.
var (
	sharedRules  = []string{"_redirects", "_headers"}
	ofCloudflare = []sign{
		{strength: deployedRules, files: []string{"_worker.js", "_worker.js/index.js", "_routes.json"}},
		{strength: repositoryHint, files: []string{workflows}, words: []string{"cloudflare/pages-action", "cloudflare/wrangler-action"}},
		{strength: repositoryHint, files: []string{wrangler, "functions/*.[jt]s*", "functions/*/*.[jt]s*"}},
	}
	ofNetlify = []sign{
		{strength: repositoryHint, files: []string{"netlify.toml", ".netlify/state.json", "netlify/functions/*", "netlify/edge-functions/*"}},
	}
)

func has(d hosting.Deployment, signs []sign) bool {
	return slices.ContainsFunc(signs, func(s sign) bool { return s.find(d) != nil })
}

// writesNoJekyll reports whether the generator of a build writes .nojekyll for every host:
//   - mdBook and TypeDoc, with a text in it
//   - Sphinx: https://www.sphinx-doc.org/en/master/usage/extensions/githubpages.html
//   - Docusaurus, whose starter has it: https://github.com/facebook/docusaurus
func writesNoJekyll(d hosting.Deployment) bool {
	if file := d.Deployed(".nojekyll"); file != nil && len(bytes.TrimSpace(file.Data)) > 0 {
		return true
	}
	page := d.FirstDeployed("404.html", hosting.IndexFile)
	return d.Files.IsFile("_static/documentation_options.js") || page != nil && bytes.Contains(page.Data, []byte(`content="Docusaurus`))
}

// find returns the file that is a sign of a deployment; nil for none.
func (s sign) find(d hosting.Deployment) *hosting.Source {
	for _, pattern := range s.files {
		var sources []*hosting.Source
		if !s.isDeployed() {
			sources = d.InRepository(pattern)
		} else if source := d.Deployed(pattern); source != nil {
			sources = []*hosting.Source{source}
		}
		for _, source := range sources {
			isSign := len(s.words)+len(s.keys) == 0
			for _, word := range s.words {
				isSign = isSign || bytes.Contains(source.Data, []byte(word))
			}
			if len(s.keys) > 0 {
				look := parse(path.Base(source.Name), source.Data)
				isSign = slices.ContainsFunc(s.keys, func(key string) bool { return len(look(key)) > 0 })
			}
			if isSign && (s.isRight == nil || s.isRight(d)) {
				return source
			}
		}
	}
	return nil
}

// found is a sign that a deployment has.
type found struct {
	sign
	source string
}

func (f found) suggests() string { return f.source + " suggests " + f.host }

// Choose makes the profile of that name for a deployment. Auto takes the host with the
// strongest sign; of two with equal signs, neither is certain.
func Choose(name string, d hosting.Deployment) Choice {
	if name != Auto {
		return Choice{Profile: newProfile(name, d)}
	}
	read, files := d.InRepository, map[string][]*hosting.Source{}
	d.InRepository = func(pattern string) []*hosting.Source {
		if _, ok := files[pattern]; !ok {
			files[pattern] = read(pattern)
		}
		return files[pattern]
	}
	var all []found
	for _, s := range signs {
		isKnown := slices.ContainsFunc(all, func(f found) bool { return f.host == s.host })
		if source := s.find(d); source != nil && !isKnown {
			all = append(all, found{s, source.Name})
		}
	}
	if len(all) == 0 {
		return unknownHost(d)
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.strength, a.strength) })
	equals := 0
	var suggestions []string
	for _, f := range all {
		if f.strength == all[0].strength {
			equals++
		}
		if f.strength > hint {
			suggestions = append(suggestions, f.suggests())
		}
	}
	if equals > 1 {
		why := fmt.Sprintf("because %s; set hosting to the right one", strings.Join(suggestions[:equals], " but "))
		return Choice{Profile: newUndecided(d, all[:equals]), Assumed: true, Why: why}
	}
	choice := Choice{Profile: newProfile(all[0].host, d), Why: "by " + all[0].source}
	if all[0].host == netlify && all[0].strength == deployedHint && !has(d, ofNetlify) {
		choice.Assumed = true
		choice.Why += ", which Cloudflare Pages also reads"
	}
	if len(suggestions) > 1 {
		choice.Why += "; " + strings.Join(suggestions[1:], "; ")
	}
	return choice
}

// undecided stands in for hosts with equally strong signs. A link is broken only where
// none of them has anything, as any of them may serve the site. Its other answers are
// those of the profile plain, whose name it has.
type undecided struct {
	hosting.Profile
	candidates []candidate
}

// candidate is one of the hosts, with what it answers at every path.
type candidate struct {
	profile    hosting.Profile
	everywhere []hosting.Answer
}

func newUndecided(d hosting.Deployment, signs []found) *undecided {
	u := &undecided{Profile: newProfile(plainHost, d)}
	for _, f := range signs {
		profile := newProfile(f.host, d)
		u.candidates = append(u.candidates, candidate{profile, flat(profile.Answer(hosting.Request{Path: hosting.NoSuchPath}))})
	}
	return u
}

// Answer returns the best answer that any of the hosts has. What a host answers at every
// path does not count, as no link could be broken with it.
func (u *undecided) Answer(req hosting.Request) hosting.Answer {
	score := map[hosting.Kind]int{hosting.File: 4, hosting.Redirect: 3, hosting.Proxy: 2, hosting.Unknown: 1}
	best := u.Profile.Answer(req)
	for _, host := range u.candidates {
		if best.Kind == hosting.File {
			break
		}
		for _, a := range flat(host.profile.Answer(req)) {
			if score[a.Kind] > score[best.Kind] && !slices.ContainsFunc(host.everywhere, a.Same) {
				best = a
			}
		}
	}
	return best
}

// flat returns an answer and those that the host may give as well.
func flat(a hosting.Answer) []hosting.Answer {
	all := append([]hosting.Answer{a}, a.Or...)
	for i := range all {
		all[i].Or = nil
	}
	return all
}
