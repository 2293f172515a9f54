package site

import (
	"strings"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
)

// The bounds of a placeholder: such a page is small and says little, so that an
// article which quotes one is none.
const (
	maxPlaceholder      = 256 << 10 // bytes, with styles and drawings inline
	maxPlaceholderWords = 150
)

// placeholders are what hosts serve with success where a deployment will be, each
// told by a sentence in lower case.
var placeholders = [...]struct{ host, says string }{
	{"Vercel", "deployment is building"},
	{"Cloudflare", "if you expect something to be here, it may take some time"},
	{"Render", "service waking up"},
	{"Railway", "the train has not arrived at the station"},
	{"Azure", "your azure static web app is live and waiting for your content"},
	{"Azure", "your web app is running and waiting for your content"},
	{"Amplify", "your app will appear here once you complete your first deployment"},
	{"Firebase", "firebase hosting setup complete"},
}

// placeholder returns the host whose placeholder an answer is, and what that
// says; both are empty for any other page.
func placeholder(resp *fetch.Response) (host, says string) {
	if !resp.HTML || len(resp.Body) > maxPlaceholder {
		return "", ""
	}
	text, _ := charset.Decode(resp.Body, resp.Charset)
	var words []string
	for _, word := range content.WordsOf(text) {
		if !strings.HasPrefix(word, "<") {
			words = append(words, word)
		}
	}
	if len(words) > maxPlaceholderWords {
		return "", ""
	}
	shown := strings.ToLower(strings.Join(words, " "))
	for _, p := range placeholders {
		if strings.Contains(shown, p.says) {
			return p.host, p.says
		}
	}
	return "", ""
}
