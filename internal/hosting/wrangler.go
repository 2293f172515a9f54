package hosting

import (
	"bytes"
	"path"
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

// readWrangler reads settings in TOML, or in JSON with comments. Of what is neither
// it looks at the words.
func readWrangler(source *Source) wrangler {
	if path.Ext(source.Name) == ".toml" {
		if root, err := readTOML(source.Data); err == nil {
			return wrangler{root.at("pages_build_output_dir") != nil, root.at("assets") != nil, root.at("assets", "not_found_handling").scalar()}
		}
	} else if file, fault := readJSON(source, jsonWithComments); fault == nil {
		assets := file.root.get("assets")
		fallback, _ := assets.get("not_found_handling").text()
		return wrangler{file.root.get("pages_build_output_dir") != nil, assets != nil, fallback}
	}
	return wrangler{
		pages:  bytes.Contains(source.Data, []byte("pages_build_output_dir")),
		assets: bytes.Contains(source.Data, []byte("assets")),
	}
}

// wranglerSite finds settings that are not about a program alone.
func wranglerSite(d Deployment) *Source {
	for _, source := range d.Beside(wranglerFiles) {
		if w := readWrangler(source); w.pages || w.assets {
			return source
		}
	}
	return nil
}
