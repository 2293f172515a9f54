package detect

import (
	"bytes"
	"slices"

	"github.com/linkvet/linkvet/internal/hosting"
)

// strength is how much a sign proves, the strongest last.
type strength uint8

const (
	// hint is a file that sites of other hosts also have, as the template of a
	// generator brings it.
	hint strength = iota
	// repositoryHint is a file in the repository, which may be deployed in more than
	// one way.
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
	// find returns the file, nil when it is not there.
	find func(hosting.Deployment) *hosting.Source
}

// signs are all the signs of a host, the strongest first.
var signs = []sign{
	{hosting.CloudflarePages, deployedRules, deployedFile("_worker.js", "_worker.js/index.js", "_routes.json")},
	{hosting.Netlify, deployedRules, deployedFile("netlify.toml")},
	{hosting.Vercel, deployedRules, deployedFile("vercel.json")},
	{hosting.Azure, deployedRules, deployedFile("staticwebapp.config.json")},

	{hosting.CloudflarePages, deployedHint, sharedForCloudflare},
	{hosting.Netlify, deployedHint, sharedForNetlify},
	{hosting.GitHubPages, deployedHint, deployedFile("CNAME")},

	{hosting.Netlify, repositoryRules, repositoryFile("netlify.toml")},
	{hosting.CloudflarePages, repositoryRules, hosting.WranglerSite},
	{hosting.Vercel, repositoryRules, repositoryFile("vercel.json", ".vercel/project.json")},
	{hosting.Firebase, repositoryRules, firebaseSite},
	{hosting.Azure, repositoryRules, repositoryFile("staticwebapp.config.json")},

	{hosting.GitHubPages, repositoryHint, repositoryText(hosting.WorkflowFiles, "actions/deploy-pages", "actions/upload-pages-artifact",
		"peaceiris/actions-gh-pages", "JamesIves/github-pages-deploy-action", "mkdocs gh-deploy")},
	{hosting.CloudflarePages, repositoryHint, repositoryText(hosting.WorkflowFiles, "cloudflare/pages-action", "wrangler pages", "command: pages")},
	{hosting.Netlify, repositoryHint, repositoryText(hosting.WorkflowFiles, "nwtgck/actions-netlify", "netlify deploy", "netlify/actions")},
	{hosting.Vercel, repositoryHint, repositoryText(hosting.WorkflowFiles, "amondnet/vercel-action", "vercel deploy", "vercel --prod")},
	{hosting.Firebase, repositoryHint, repositoryText(hosting.WorkflowFiles, "FirebaseExtended/action-hosting-deploy", "firebase deploy")},
	{hosting.Azure, repositoryHint, repositoryText(hosting.WorkflowFiles, "Azure/static-web-apps-deploy")},
	{hosting.Firebase, repositoryHint, firebaseProject},
	{hosting.GitHubPages, repositoryHint, repositoryText("package.json", "gh-pages")},

	{hosting.GitHubPages, hint, deployedFile(".nojekyll")},
}

// deployedFile finds the first of the files that is deployed.
func deployedFile(names ...string) func(hosting.Deployment) *hosting.Source {
	return func(d hosting.Deployment) *hosting.Source { return d.FirstDeployed(names...) }
}

// repositoryFile finds the first of the files that is in the repository.
func repositoryFile(patterns ...string) func(hosting.Deployment) *hosting.Source {
	return func(d hosting.Deployment) *hosting.Source { return d.FirstInRepository(patterns...) }
}

// repositoryText finds the first file in the repository that matches a pattern and
// holds one of the words.
func repositoryText(pattern string, words ...string) func(hosting.Deployment) *hosting.Source {
	return func(d hosting.Deployment) *hosting.Source {
		for _, source := range d.InRepository(pattern) {
			if slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(source.Data, []byte(word)) }) {
				return source
			}
		}
		return nil
	}
}

// firebaseSite finds a firebase.json that is about the product Hosting.
func firebaseSite(d hosting.Deployment) *hosting.Source {
	if source := d.Nearest("firebase.json"); source != nil && bytes.Contains(source.Data, []byte(`"hosting"`)) {
		return source
	}
	return nil
}

// firebaseProject finds the file that names a project of Firebase, unless its
// settings are there and are about other products.
func firebaseProject(d hosting.Deployment) *hosting.Source {
	if d.Nearest("firebase.json") != nil && firebaseSite(d) == nil {
		return nil
	}
	return repositoryFile(".firebaserc")(d)
}

// sharedRules finds the rules that both Netlify and Cloudflare Pages read.
var sharedRules = deployedFile("_redirects", "_headers")

// ofCloudflare finds a file beside such rules that only Cloudflare Pages uses.
func ofCloudflare(d hosting.Deployment) *hosting.Source {
	if source := deployedFile("_worker.js", "_worker.js/index.js", "_routes.json")(d); source != nil {
		return source
	}
	if source := repositoryText(hosting.WorkflowFiles, "cloudflare/pages-action", "cloudflare/wrangler-action")(d); source != nil {
		return source
	}
	return repositoryFile("wrangler.[tj]*", "functions/*.[jt]s*", "functions/*/*.[jt]s*")(d)
}

// ofNetlify finds a file beside such rules that only Netlify uses.
var ofNetlify = repositoryFile("netlify.toml", ".netlify/state.json", "netlify/functions/*", "netlify/edge-functions/*")

// sharedForCloudflare finds shared rules where all other files point to Cloudflare.
func sharedForCloudflare(d hosting.Deployment) *hosting.Source {
	if ofCloudflare(d) == nil || ofNetlify(d) != nil {
		return nil
	}
	return sharedRules(d)
}

// sharedForNetlify finds shared rules unless other files point to Cloudflare.
func sharedForNetlify(d hosting.Deployment) *hosting.Source {
	if ofCloudflare(d) != nil {
		return nil
	}
	return sharedRules(d)
}
