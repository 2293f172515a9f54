package scan

import (
	"iter"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/weburl"
)

// meta records the link in the content of a <meta>: the target of a meta refresh, or what
// the page shows when it is shared. Most others hold text, which is not even decoded.
func (s *scanner) meta(a *attr) {
	t := &s.tag
	if kind, ok := t.get("http-equiv"); ok && ascii.EqualFold(kind, "refresh") {
		url, index := parseRefresh(t.value(a))
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
	shown := t.names("property", urlProperties) || t.names("name", urlProperties)
	if !shown && !t.names("itemprop", urlItems) {
		return
	}
	// An itemprop of a <meta> is text, which is a URL only when it looks like one.
	if value := t.value(a); !ascii.IsBlank(value) && (shown || weburl.LooksLikeURL(value)) {
		s.add(a, value, a.start, false)
		if t.hasWord("property", "og:url") || t.hasWord("name", "og:url") {
			s.last().Identity = link.OpenGraph
		} else if t.hasWord("property", "twitter:url") || t.hasWord("name", "twitter:url") {
			s.last().Identity = link.SocialCard
		}
	}
}

// urlProperties are the properties whose values are URLs: those of the Open
// Graph, of Twitter's cards, and of Windows' tiles.
var urlProperties = setOfWords(`
	og:url og:see_also og:logo og:image og:image:url og:image:secure_url og:video og:video:url
	og:video:secure_url og:audio og:audio:url og:audio:secure_url twitter:url twitter:image twitter:image:src
	twitter:image0 twitter:image1 twitter:image2 twitter:image3 twitter:player twitter:player:stream
	msapplication-tileimage msapplication-square70x70logo msapplication-square150x150logo
	msapplication-wide310x150logo msapplication-square310x310logo
`)

// parseRefresh returns the URL in the content of a <meta http-equiv=refresh>
// and its index there, by the "shared declarative refresh steps" of the HTML
// standard; "" when it has none.
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

// refreshURL returns the URL that is at i, behind "url=" or not, in quotes
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

// relation is what a <link> says of its target: the kind of document that browsers and readers
// of feeds take it for, and what it is to this page.
type relation struct {
	holds link.Kind
	says  link.Identity
}

// relation returns what the rel of a <link> says of its target, and whether that is a document
// that must exist. A preconnect names a host alone. An alternate style sheet says nothing of its
// page. A <link> without a rel names a property of microdata.
func (t *tag) relation() (r relation, isResource bool) {
	rel, _ := t.get("rel")
	for _, word := range words(strings.ToLower(rel)) {
		switch word {
		case "stylesheet":
			return relation{holds: link.CSSKind}, true
		case "manifest":
			r.holds = link.ManifestKind
		case "sitemap":
			r.holds = link.XMLKind
		case "canonical":
			r.says = link.Canonical
		case "alternate", "amphtml":
			if r.says == link.NoIdentity {
				r.says = link.Variant
			}
			if r.holds == link.NoKind && word == "alternate" {
				r.holds = t.feed()
			}
		case "icon", "shortcut-icon", "apple-touch-icon", "apple-touch-icon-precomposed", "apple-touch-startup-image",
			"mask-icon", "fluid-icon", "image_src", "next", "prev", "previous", "first", "last", "up", "index", "contents",
			"preload", "modulepreload", "prefetch", "prerender", "license", "copyright", "privacy-policy",
			"terms-of-service", "search", "author", "help":
		default:
			continue
		}
		isResource = true
	}
	return r, isResource || t.names("itemprop", urlItems)
}

// feed returns the kind of feed that the type of a <link> stands for.
func (t *tag) feed() link.Kind {
	media, _ := t.get("type")
	kind := KindOfMedia(media)
	switch {
	case kind == link.XMLKind, kind == link.JSONFeedKind:
		return kind
	case ascii.EqualFold(strings.Trim(media, ascii.Space), "application/json"):
		return link.JSONFeedKind // as the first version of JSON Feed had it
	}
	return link.NoKind
}

// urlItems are the properties of microdata whose values are URLs of documents.
var urlItems = setOfWords("image url logo contenturl thumbnailurl")

// words yields the words of an attribute that is a list of them, each with its index.
func words(value string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i := ascii.SkipSpace(value, 0); i < len(value); {
			end := i
			for end < len(value) && !ascii.IsSpace(value[end]) {
				end++
			}
			if !yield(i, value[i:end]) {
				return
			}
			i = ascii.SkipSpace(value, end)
		}
	}
}

// hasWord reports whether word is one of the words of that attribute, in any case.
func (t *tag) hasWord(list, word string) bool { return t.names(list, map[string]bool{word: true}) }

// names reports whether one of the words of that attribute is among known.
func (t *tag) names(list string, known map[string]bool) bool {
	value, _ := t.get(list)
	for _, word := range words(value) {
		if known[strings.ToLower(word)] {
			return true
		}
	}
	return false
}

// setOfWords returns the set of the words of a text.
func setOfWords(text string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		set[word] = true
	}
	return set
}
