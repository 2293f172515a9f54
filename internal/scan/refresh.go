package scan

import (
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// RefreshURL returns where a Refresh field of HTTP leads, which browsers read as the
// content of a meta refresh; "" when it only loads the page again.
func RefreshURL(field string) string {
	url, _ := parseRefresh(field)
	return url
}

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
