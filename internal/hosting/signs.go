package hosting

import (
	"bytes"
	"slices"
)

// strength is how much a sign says, the strongest last.
type strength uint8

const (
	// hint is what sites of other hosts have, too, such as what the template of a
	// generator brings.
	hint strength = iota
	// repositoryHint stands in the repository, which may be deployed in more than
	// one way.
	repositoryHint
	// repositoryRules are a file in the repository that one host alone reads.
	repositoryRules
	// deployedHint is a file that is deployed, and that more than one host reads.
	deployedHint
	// deployedRules are a file that is deployed, and that one host alone reads.
	deployedRules
)

// sign tells of a profile by a file.
type sign struct {
	profile  string
	strength strength
	// find returns the file, nil when it is not there.
	find func(Deployment) *Source
}

// signs are all that tell of a host, the strongest first.
var signs = []sign{
	{"cloudflare-pages", deployedRules, deployedFile("_worker.js", "_worker.js/index.js", "_routes.json")},
	{"netlify", deployedRules, deployedFile("netlify.toml")},
	{"vercel", deployedRules, deployedFile("vercel.json")},
	{"azure", deployedRules, deployedFile("staticwebapp.config.json")},

	{"cloudflare-pages", deployedHint, sharedForCloudflare},
	{"netlify", deployedHint, sharedForNetlify},
	{"github-pages", deployedHint, deployedFile("CNAME")},

	{"netlify", repositoryRules, repositoryFile("netlify.toml")},
	{"cloudflare-pages", repositoryRules, wranglerSite},
	{"vercel", repositoryRules, repositoryFile("vercel.json", ".vercel/project.json")},
	{"firebase", repositoryRules, firebaseSite},
	{"azure", repositoryRules, repositoryFile("staticwebapp.config.json")},

	{"github-pages", repositoryHint, repositoryText(workflowFiles, "actions/deploy-pages", "actions/upload-pages-artifact",
		"peaceiris/actions-gh-pages", "JamesIves/github-pages-deploy-action", "mkdocs gh-deploy")},
	{"cloudflare-pages", repositoryHint, repositoryText(workflowFiles, "cloudflare/pages-action", "wrangler pages", "command: pages")},
	{"netlify", repositoryHint, repositoryText(workflowFiles, "nwtgck/actions-netlify", "netlify deploy", "netlify/actions")},
	{"vercel", repositoryHint, repositoryText(workflowFiles, "amondnet/vercel-action", "vercel deploy", "vercel --prod")},
	{"firebase", repositoryHint, repositoryText(workflowFiles, "FirebaseExtended/action-hosting-deploy", "firebase deploy")},
	{"azure", repositoryHint, repositoryText(workflowFiles, "Azure/static-web-apps-deploy")},
	{"firebase", repositoryHint, firebaseProject},
	{"github-pages", repositoryHint, repositoryText("package.json", "gh-pages")},

	{"github-pages", hint, deployedFile(".nojekyll")},
}

// wranglerFiles is the pattern of the file that Cloudflare's tool reads: TOML, or
// JSON with or without comments.
const wranglerFiles = "wrangler.[tj]*"

// deployedFile finds the first of the files that is deployed.
func deployedFile(names ...string) func(Deployment) *Source {
	return func(d Deployment) *Source {
		for _, name := range names {
			if source := d.Inside(name); source != nil {
				return source
			}
		}
		return nil
	}
}

// repositoryFile finds the first of the files that is in the repository.
func repositoryFile(patterns ...string) func(Deployment) *Source {
	return func(d Deployment) *Source {
		for _, pattern := range patterns {
			if sources := d.Beside(pattern); len(sources) > 0 {
				return sources[0]
			}
		}
		return nil
	}
}

// repositoryText finds the first file in the repository that matches a pattern and
// holds one of the words.
func repositoryText(pattern string, words ...string) func(Deployment) *Source {
	return func(d Deployment) *Source {
		for _, source := range d.Beside(pattern) {
			if slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(source.Data, []byte(word)) }) {
				return source
			}
		}
		return nil
	}
}

// firebaseSite finds a firebase.json that is not about other products alone.
func firebaseSite(d Deployment) *Source {
	if source := d.nearest("firebase.json"); source != nil && bytes.Contains(source.Data, []byte(`"hosting"`)) {
		return source
	}
	return nil
}

// firebaseProject finds the file that names a project of Firebase, unless its
// settings are there and are about other products.
func firebaseProject(d Deployment) *Source {
	if d.nearest("firebase.json") != nil && firebaseSite(d) == nil {
		return nil
	}
	return repositoryFile(".firebaserc")(d)
}

// rulesOfTwo finds the rules that both Netlify and Cloudflare Pages read.
var rulesOfTwo = deployedFile("_redirects", "_headers")

// ofCloudflare finds what, beside such rules, is of Cloudflare Pages.
func ofCloudflare(d Deployment) *Source {
	if source := deployedFile("_worker.js", "_worker.js/index.js", "_routes.json")(d); source != nil {
		return source
	}
	if source := repositoryText(workflowFiles, "cloudflare/pages-action", "cloudflare/wrangler-action")(d); source != nil {
		return source
	}
	return repositoryFile(wranglerFiles, "functions/*.[jt]s*", "functions/*/*.[jt]s*")(d)
}

// ofNetlify finds what, beside such rules, is of Netlify.
var ofNetlify = repositoryFile("netlify.toml", ".netlify/state.json", "netlify/functions/*", "netlify/edge-functions/*")

// sharedForCloudflare finds rules of two hosts that are Cloudflare's.
func sharedForCloudflare(d Deployment) *Source {
	if ofCloudflare(d) == nil || ofNetlify(d) != nil {
		return nil
	}
	return rulesOfTwo(d)
}

// sharedForNetlify finds rules of two hosts that are Netlify's, or could be of either.
func sharedForNetlify(d Deployment) *Source {
	if ofCloudflare(d) != nil {
		return nil
	}
	return rulesOfTwo(d)
}
