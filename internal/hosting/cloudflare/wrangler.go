package cloudflare

import (
	"bytes"
	"path"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// wrangler is what the settings of Cloudflare's tool say of the files of a site:
// https://developers.cloudflare.com/workers/wrangler/configuration/
type wrangler struct {
	// pages is whether they are for Cloudflare Pages, and assets whether they are for
	// a Worker with files.
	pages, assets bool
	// fallback is what such a Worker does about paths that it has no file for.
	fallback string
}

// WranglerFiles is the pattern of the file that Cloudflare's tool reads: TOML, or JSON
// with or without comments.
const WranglerFiles = "wrangler.[tj]*"

// readWrangler reads settings in TOML, or in JSON with comments. In a file that is
// neither it looks for the words.
func readWrangler(source *hosting.Source) wrangler {
	var file *settings.File
	var unused hosting.RuleBook // These files hold no rules.
	if path.Ext(source.Name) == ".toml" {
		file = settings.ReadTOML(source, "Cloudflare", &unused)
	} else {
		file = settings.ReadJSON(source, settings.JSONWithComments, &unused)
	}
	if file != nil {
		assets := file.Root.Get("assets")
		return wrangler{file.Root.Get("pages_build_output_dir") != nil, assets != nil, assets.Get("not_found_handling").Scalar()}
	}
	return wrangler{
		pages:  bytes.Contains(source.Data, []byte("pages_build_output_dir")),
		assets: bytes.Contains(source.Data, []byte("assets")),
	}
}

// SiteSettings finds settings that are not about a program alone; nil for none.
func SiteSettings(d hosting.Deployment) *hosting.Source {
	for _, source := range d.InRepository(WranglerFiles) {
		if w := readWrangler(source); w.pages || w.assets {
			return source
		}
	}
	return nil
}

// staticWorker finds the settings of a Worker with static assets. It has the paths and
// rules of Pages, but redirects with another status, and answers with the start page only
// where its settings say so.
// https://developers.cloudflare.com/workers/static-assets/routing/
func staticWorker(d hosting.Deployment) (settings wrangler, ok bool) {
	for _, source := range d.InRepository(WranglerFiles) {
		if w := readWrangler(source); w.assets && !w.pages {
			return w, true
		}
	}
	return wrangler{}, false
}
