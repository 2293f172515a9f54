package series

import (
	"hash/maphash"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// WordHashes are the hashes of the words that a page shows. Words of its URL and words with
// digits are left out: they differ from page to page on any subject.
func WordHashes(text []byte, u weburl.URL) []uint64 {
	text = text[:min(len(text), maxTrapText)]
	urlText := strings.ToLower(weburl.Unescape(u.Path + u.Query))
	var hashes []uint64
	for _, piece := range content.WordsOf(text) {
		if strings.HasPrefix(piece, "<") {
			continue
		}
		for _, word := range content.SplitWords(weburl.Unescape(piece)) {
			if !strings.ContainsAny(word, "0123456789") && !strings.Contains(urlText, word) {
				hashes = append(hashes, maphash.String(seed, word))
			}
		}
	}
	return hashes
}
