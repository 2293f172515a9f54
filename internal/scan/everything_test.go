package scan

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/position"
)

// The site with every kind of reference, each to another target that does not
// exist, and its twin in which all of them do.
const (
	brokenSite = "../../testdata/sites/everything-broken"
	fixedSite  = "../../testdata/sites/everything-fixed"
)

// everything lists for each document of the broken site its broken references,
// each as "element@attribute raw", in the order of the document.
var everything = map[string][]string{
	"index.html": {
		"html@manifest missing/html-manifest.appcache",
		"link@href missing/link-stylesheet.css", "link@href missing/link-icon.png", "link@href missing/link-shortcut-icon.png",
		"link@href missing/link-apple-touch-icon.png", "link@href missing/link-mask-icon.svg", "link@href missing/link-canonical.html",
		"link@href missing/link-alternate.html", "link@href missing/link-feed.xml", "link@href missing/link-next.html", "link@href missing/link-prev.html",
		"link@href missing/link-preload.png", "link@imagesrcset missing/link-imagesrcset-1.png", "link@imagesrcset missing/link-imagesrcset-2.png",
		"link@href missing/link-modulepreload.js", "link@href missing/link-prefetch.html", "link@href missing/link-manifest.webmanifest",
		"link@href missing/link-license.html", "link@href missing/link-search.xml", "link@href missing/link-author.html", "link@href missing/link-help.html",
		"link@href missing/link-itemprop.png",
		"meta@content missing/meta-refresh.html", "meta@content missing/meta-refresh-quoted.html",
		"meta@content missing/meta-og-url.html", "meta@content missing/meta-og-image.png", "meta@content missing/meta-og-image-secure.png",
		"meta@content missing/meta-og-video.mp4", "meta@content missing/meta-og-audio.mp3", "meta@content missing/meta-twitter-image.png",
		"meta@content missing/meta-twitter-image-src.png", "meta@content missing/meta-twitter-player.html", "meta@content missing/meta-tile-image.png",
		"meta@content /missing/meta-itemprop.png",
		"script@src missing/script-src.js",
		"script@@id /missing/json-ld-id.html#it", "script@url missing/json-ld-url.html", "script@image missing/json-ld-image.png",
		"script@contentUrl missing/json-ld-content.png", "script@logo missing/json-ld-logo.png",
		"style@import missing/style-import.css", "style@import missing/style-import-url.css", "style@url missing/style-url.png",
		"body@background missing/body-background.png",
		"a@href missing/a-href.html", "a@ping missing/a-ping-1.txt", "a@ping missing/a-ping-2.txt", "a@href #missing-fragment",
		"a@href missing/a-in-code.html",
		"img@src missing/img-src.png", "img@srcset missing/img-srcset-1.png", "img@srcset missing/img-srcset-2.png", "img@longdesc missing/img-longdesc.html",
		"img@usemap #missing-img-usemap", "img@data-src missing/img-data-src.png", "img@data-srcset missing/img-data-srcset.png",
		"area@href missing/area-href.html", "area@ping missing/area-ping.txt",
		"source@srcset missing/source-srcset.png", "source@data-srcset missing/source-data-srcset.png",
		"video@src missing/video-src.mp4", "video@poster missing/video-poster.png", "source@src missing/source-src.mp4", "track@src missing/track-src.vtt",
		"audio@src missing/audio-src.mp3", "embed@src missing/embed-src.svg", "object@data missing/object-data.svg", "object@usemap #missing-object-usemap",
		"iframe@src missing/iframe-src.html", "iframe@data-src missing/iframe-data-src.html",
		"a@href missing/srcdoc-a-href.html", "img@src missing/srcdoc-img-src.png",
		"form@action missing/form-action.html", "button@formaction missing/button-formaction.html",
		"input@formaction missing/input-formaction.html", "input@src missing/input-src.png",
		"blockquote@cite missing/blockquote-cite.html", "q@cite missing/q-cite.html", "ins@cite missing/ins-cite.html", "del@cite missing/del-cite.html",
		"table@background missing/table-background.png", "th@background missing/th-background.png", "td@background missing/td-background.png",
		"p@style missing/style-attribute.png", "p@style missing/style-attribute-set.png",
		"a@href missing/svg-a-href.html", "a@xlink:href missing/svg-a-xlink.html",
		"image@href missing/svg-image-href.png", "image@xlink:href missing/svg-image-xlink.png",
		"use@href missing/svg-use-href.svg#icon", "use@xlink:href missing/svg-use-xlink.svg#icon",
		"feimage@href missing/svg-feimage.png", "lineargradient@href missing/svg-gradient.svg#g", "style@url missing/svg-style.svg#m",
		"img@src missing/noscript-img.png", "a@href missing/shadow-root.html",
		"a@href missing/a-over-lines.html", "a@href missing/a-without-quotes.html", "a@href missing/a-duplicate.html",
	},
	"style.css": {
		"css@import missing/css-import.css", "css@import missing/css-import-url.css", "css@url missing/css-font.woff2", "css@url missing/css-url.png",
		"css@url missing/css-url-quoted.png", "css@url missing/css-image-set.png", "css@url missing/css-image-set-url.png", "css@url missing/css-src.png",
	},
	"app.webmanifest": {
		"manifest@start_url missing/manifest-start.html", "icons@src missing/manifest-icon.png", "screenshots@src missing/manifest-screenshot.png",
		"shortcuts@url missing/manifest-shortcut.html", "icons@src missing/manifest-shortcut-icon.png",
	},
	"rss.xml": {
		"link@ missing/rss-link.html", "link@href missing/rss-atom-link.xml", "url@ missing/rss-image.png", "link@ missing/rss-item.html",
		"guid@ missing/rss-guid.html", "enclosure@url missing/rss-enclosure.mp3",
	},
	"atom.xml": {
		"link@href missing/atom-link.html", "link@href missing/atom-self.xml", "icon@ missing/atom-icon.png", "logo@ missing/atom-logo.png",
		"link@href ../missing/atom-entry.html", "content@src ../missing/atom-content.png",
	},
	"feed.json": {
		"feed@home_page_url missing/json-feed-home.html", "feed@feed_url missing/json-feed-url.json", "feed@icon missing/json-feed-icon.png",
		"feed@favicon missing/json-feed-favicon.png", "items@url missing/json-feed-item.html", "items@external_url missing/json-feed-external.html",
		"items@image missing/json-feed-image.png", "attachments@url missing/json-feed-attachment.mp3",
	},
	"sitemap.xml": {
		"loc@ missing/sitemap-loc.html", "loc@ missing/sitemap-image.png", "content_loc@ missing/sitemap-video.mp4", "link@href missing/sitemap-alternate.html",
	},
	"sitemap-index.xml": {"loc@ missing/sitemap-index-loc.xml"},
}

// marker matches what each broken reference has, and nothing else in the site.
var marker = regexp.MustCompile(`missing[/-][a-z0-9-]+`)

// place is a link and where it is.
type place struct {
	Link         string
	Line, Column int
}

// TestEveryKindOfReferenceIsFoundInItsPlace holds the links of the broken site
// against where its text has the targets, with each kind of line end.
func TestEveryKindOfReferenceIsFoundInItsPlace(t *testing.T) {
	t.Parallel()
	for name, references := range everything {
		for end, newline := range map[string]string{"LF": "\n", "CR LF": "\r\n"} {
			t.Run(name+" "+end, func(t *testing.T) {
				t.Parallel()
				text := readSite(t, brokenSite, name)
				var want []place
				for _, reference := range references {
					_, raw, _ := strings.Cut(reference, " ")
					line, column := find(t, text, raw)
					want = append(want, place{reference, line, column})
				}
				if diff := cmp.Diff(want, missingIn(t, name, strings.ReplaceAll(text, "\n", newline))); diff != "" {
					t.Errorf("broken references (-want +got):\n%s", diff)
				}
				if has := len(marker.FindAllString(text, -1)); has != len(references) {
					t.Errorf("the document has %d broken references, the test knows %d", has, len(references))
				}
			})
		}
	}
}

// missingIn returns the broken links of a document of the site. None may be to
// what the site has in places that are not for links.
func missingIn(t *testing.T, name, text string) []place {
	t.Helper()
	var page Page
	if err := Read(KindOfName(name), []byte(text), Options{}, &page); err != nil {
		t.Error(err)
	}
	var got []place
	for _, l := range page.Links {
		if strings.Contains(l.Raw, "never") {
			t.Errorf("%s is no link", describe(&l))
		}
		if strings.Contains(l.Raw, "missing") {
			line, column := position.Of([]byte(text), l.Offset)
			got = append(got, place{l.Element + "@" + l.Attribute + " " + l.Raw, line, column})
		}
	}
	return got
}

// find returns the position of what, which occurs in text exactly once.
func find(t *testing.T, text, what string) (line, column int) {
	t.Helper()
	before, behind, _ := strings.Cut(text, what)
	if behind == "" || strings.Contains(behind, what) {
		t.Fatalf("%q is not in the document just once", what)
	}
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}

func readSite(t *testing.T, site, name string) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(site, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}
