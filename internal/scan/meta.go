package scan

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/weburl"
)

// meta records the link in the content of a <meta>: the target of a meta refresh, or what
// the page shows when it is shared.
func (s *scanner) meta(a *attr, value string) {
	t := &s.tag
	if kind, ok := t.get(attrHTTPEquiv); ok && ascii.EqualFold(kind, "refresh") {
		url, index := parseRefresh(value)
		if ascii.IsBlank(url) {
			return
		}
		s.addPart(a, url, index)
		// Browsers run scripts, so a refresh in a <noscript> has no effect.
		if !s.script {
			s.last().Follow = true
			if s.page.Refresh == "" {
				s.page.Refresh = strings.Clone(url)
			}
		}
		return
	}
	shown := t.names(attrProperty, urlProperties) || t.names(attrName, urlProperties)
	// An itemprop of a <meta> is text, which is a URL only when it looks like one.
	if !ascii.IsBlank(value) && (shown || t.names(attrItemprop, urlItems) && weburl.LooksLikeURL(value)) {
		s.add(a, value, a.start, false)
		if t.has(attrProperty, "og:url") || t.has(attrName, "og:url") {
			s.last().Identity = link.OpenGraph
		} else if t.has(attrProperty, "twitter:url") || t.has(attrName, "twitter:url") {
			s.last().Identity = link.SocialCard
		}
	}
}

// urlProperties are the properties whose values are URLs: those of the Open
// Graph, of Twitter's cards, and of Windows' tiles.
var urlProperties = intern(
	"og:url", "og:see_also", "og:logo",
	"og:image", "og:image:url", "og:image:secure_url",
	"og:video", "og:video:url", "og:video:secure_url",
	"og:audio", "og:audio:url", "og:audio:secure_url",
	"twitter:url", "twitter:image", "twitter:image:src", "twitter:image0", "twitter:image1", "twitter:image2", "twitter:image3",
	"twitter:player", "twitter:player:stream",
	"msapplication-tileimage", "msapplication-square70x70logo", "msapplication-square150x150logo",
	"msapplication-wide310x150logo", "msapplication-square310x310logo",
)
