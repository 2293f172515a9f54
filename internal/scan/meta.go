package scan

import "strings"

// readMeta takes the link from the content of a <meta>: where the page forwards
// to, or what it shows when it is shared.
func readMeta(s *scanner, a *attr) {
	if kind, ok := s.tag.get("http-equiv"); ok && equalFold(kind, "refresh") {
		url, index := parseRefresh(s.tag.value(a))
		if isBlank(url) {
			return
		}
		s.addPart(a, url, index)
		// Browsers run scripts, so a <noscript> forwards nobody.
		if !s.script {
			s.page.Links[len(s.page.Links)-1].Follow = true
			if s.page.Refresh == "" {
				s.page.Refresh = url
			}
		}
		return
	}
	if value := s.tag.value(a); (s.tag.shares("property") || s.tag.shares("name")) && !isBlank(value) {
		s.add(a, value, a.start, false)
	}
}

// shares tells whether that attribute of a <meta> names a property of the Open
// Graph or of Twitter's cards that holds a URL.
func (t *tag) shares(attribute string) bool {
	property, _ := t.get(attribute)
	for _, known := range urlProperties {
		if equalFold(strings.Trim(property, " \n\t\r\f"), known) {
			return true
		}
	}
	return false
}

var urlProperties = []string{
	"og:url",
	"og:image", "og:image:url", "og:image:secure_url",
	"og:video", "og:video:url", "og:video:secure_url",
	"og:audio", "og:audio:url", "og:audio:secure_url",
	"twitter:image",
}

// parseRefresh returns the URL in the content of a <meta http-equiv=refresh>
// and its index there, by the "shared declarative refresh steps" of the HTML
// standard; "" when there is none.
func parseRefresh(content string) (url string, index int) {
	i := skipSpace(content, 0)
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
	if i == len(content) || content[i] != ';' && content[i] != ',' && !isSpace(content[i]) {
		return "", 0
	}
	i = skipSpace(content, i)
	if i < len(content) && (content[i] == ';' || content[i] == ',') {
		i = skipSpace(content, i+1)
	}
	return refreshURL(content, i)
}

// refreshURL returns the URL that stands at i, behind "url=" or not, in quotes
// or not, and its index.
func refreshURL(content string, i int) (url string, index int) {
	if start := i; i < len(content) && lower(content[i]) == 'u' {
		if i+3 > len(content) || !equalFold(content[i:i+3], "url") {
			return content[start:], start
		}
		i = skipSpace(content, i+3)
		if i == len(content) || content[i] != '=' {
			return content[start:], start
		}
		i = skipSpace(content, i+1)
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

// skipSpace returns the index of the first byte of s at or after i that is no
// white space.
func skipSpace(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}
