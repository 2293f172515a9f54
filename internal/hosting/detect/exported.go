package detect

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// exported stands in for the unknown host of a build whose framework leaves ".html" out of
// the links to its pages: they need a host that serves pages so. It has the name of the
// profile plain, whose answers come first.
//   - https://nextjs.org/docs/app/guides/static-exports#deploying
//   - https://svelte.dev/docs/kit/page-options#trailingSlash
//   - https://vitepress.dev/guide/routing#generating-clean-url
type exported struct {
	plain hosting.Profile
	files hosting.Files
}

// frameworkOf returns the name of the framework that exported a deployment, by the
// directory of its scripts or the list of its pages; empty for all that write ".html" into
// their links.
func frameworkOf(files hosting.Files) string {
	switch {
	case files.IsDir("_next/static"):
		return "Next.js"
	case files.IsDir("_app/immutable"):
		return "SvelteKit"
	case files.IsFile("hashmap.json") && files.IsDir("assets/chunks"):
		return "VitePress"
	}
	return ""
}

// unknownHost returns the choice for a deployment without any sign of its host.
func unknownHost(d hosting.Deployment) Choice {
	framework := frameworkOf(d.Files)
	if framework == "" {
		return Choice{Profile: hosting.New(hosting.Plain, d), Assumed: true}
	}
	return Choice{Profile: &exported{plain: hosting.New(hosting.Plain, d), files: d.Files}, Assumed: true, Framework: framework}
}

// Name is "plain".
func (e *exported) Name() string { return e.plain.Name() }

// Plainly is true, as the answers of the profile plain come first.
func (e *exported) Plainly() bool { return e.plain.Plainly() }

// Rules are none.
func (e *exported) Rules() []hosting.Rule { return e.plain.Rules() }

// Faults are none.
func (e *exported) Faults() []hosting.Fault { return e.plain.Faults() }

// URLPath is the path without ".html", unless something else answers there.
func (e *exported) URLPath(file string) string {
	page, ok := strings.CutSuffix(file, hosting.PageExtension)
	if !ok || path.Base(file) == hosting.IndexFile || e.files.IsFile(page) || e.files.IsFile(path.Join(page, hosting.IndexFile)) {
		return e.plain.URLPath(file)
	}
	return page
}

// Answer sends what the profile plain sends, or else the page of that name.
func (e *exported) Answer(req hosting.Request) hosting.Answer {
	answer := e.plain.Answer(req)
	if answer.Kind != hosting.NotFound {
		return answer
	}
	name, slash := hosting.FileName(req.Path)
	if page := name + hosting.PageExtension; name != "" && !slash && e.files.IsFile(page) {
		return hosting.Answer{Kind: hosting.File, File: page}
	}
	return answer
}
