package scan

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/weburl"
)

// readMeta takes the link from the content of a <meta>: where the page forwards
// to, or what it shows when it is shared.
func readMeta(s *scanner, a *attr) {
	if kind, ok := s.tag.get(attrHTTPEquiv); ok && ascii.EqualFold(kind, "refresh") {
		url, index := parseRefresh(s.tag.value(a))
		if ascii.IsBlank(url) {
			return
		}
		s.addPart(a, url, index)
		// Browsers run scripts, so a <noscript> forwards nobody.
		if !s.script {
			s.last().Follow = true
			if s.page.Refresh == "" {
				s.page.Refresh = strings.Clone(url)
			}
		}
		return
	}
	t := &s.tag
	value := t.value(a)
	shown := t.names(attrProperty, urlProperties) || t.names(attrName, urlProperties)
	// An itemprop of a <meta> is text, which is a URL only when it looks like one.
	if !ascii.IsBlank(value) && (shown || t.names(attrItemprop, urlItems) && weburl.LooksLikeURL(value)) {
		s.add(a, value, a.start, false)
		if t.has(attrProperty, "og:url") || t.has(attrName, "og:url") {
			s.last().Identity = link.OpenGraph
		}
	}
}

// has tells whether word is one of the words of that attribute, in any case.
func (t *tag) has(list attribute, word string) bool {
	value, _ := t.get(list)
	for w := range words(value) {
		if ascii.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// names tells whether one of the words of that attribute is among known.
func (t *tag) names(list attribute, known *names) bool {
	value, _ := t.get(list)
	for word := range words(value) {
		if lookUp(known, word) != 0 {
			return true
		}
	}
	return false
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

// urlItems are the properties of microdata whose values are URLs of documents.
var urlItems = intern("image", "url", "logo", "contenturl", "thumbnailurl")

// RefreshURL returns where a Refresh field of HTTP leads, which browsers read as the
// content of a meta refresh; "" when it only loads the page again.
func RefreshURL(field string) string {
	url, _ := parseRefresh(field)
	return url
}

// parseRefresh returns the URL in the content of a <meta http-equiv=refresh>
// and its index there, by the "shared declarative refresh steps" of the HTML
// standard; "" when there is none.
func parseRefresh(content string) (url string, index int) {
	i := ascii.SkipSpace(content, 0)
	digits := i
	for i < len(content) && '0' <= content[i] && content[i] <= '9' {
		i++
	}
	if i == digits && (i == len(content) || content[i] != '.') {
		return "", 0
	}
	for i < len(content) && ('0' <= content[i] && content[i] <= '9' || content[i] == '.') {
		i++
	}
	if i == len(content) || content[i] != ';' && content[i] != ',' && !ascii.IsSpace(content[i]) {
		return "", 0
	}
	i = ascii.SkipSpace(content, i)
	if i < len(content) && (content[i] == ';' || content[i] == ',') {
		i = ascii.SkipSpace(content, i+1)
	}
	return refreshURL(content, i)
}

// refreshURL returns the URL that stands at i, behind "url=" or not, in quotes
// or not, and its index.
func refreshURL(content string, i int) (url string, index int) {
	if start := i; i < len(content) && ascii.Lower(content[i]) == 'u' {
		if i+3 > len(content) || !ascii.EqualFold(content[i:i+3], "url") {
			return content[start:], start
		}
		i = ascii.SkipSpace(content, i+3)
		if i == len(content) || content[i] != '=' {
			return content[start:], start
		}
		i = ascii.SkipSpace(content, i+1)
	}
	if i == len(content) {
		return "", i
	}
	if quote := content[i]; quote == '"' || quote == '\'' {
		url, _, _ = strings.Cut(content[i+1:], string(quote))
		return url, i + 1
	}
	return content[i:], i
}
