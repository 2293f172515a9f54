package suggest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Variant returns another spelling of a fragment for which has reports that the page
// has an anchor of that id; "" when it has none, or more than one of those that
// are about as likely. It is for pages of which nothing but hashes is known, and
// finds less than Anchors.
func Variant(fragment string, has func(id string) bool) string {
	if len(fragment) > maxFragment {
		return ""
	}
	spelt := weburl.Unescape(fragment)
	tried := []string{fragment, spelt}
	for _, variants := range [...][]string{respelt(spelt), reworded(spelt)} {
		found := ""
		for _, id := range variants {
			if id == "" || slices.Contains(tried, id) {
				continue
			}
			tried = append(tried, id)
			if !has(id) {
				continue
			}
			if found != "" {
				return ""
			}
			found = id
		}
		if found != "" {
			return found
		}
	}
	return ""
}

// respelt are spellings of the same words.
func respelt(spelt string) []string {
	folded := fold(spelt)
	if folded == "" {
		return nil
	}
	lower := strings.ToLower(spelt)
	return []string{
		strings.TrimPrefix(spelt, userContent), lower, folded, capital(spelt), capital(lower),
		strings.ReplaceAll(spelt, "-", "_"), strings.ReplaceAll(lower, "-", "_"),
		strings.ReplaceAll(spelt, "_", "-"), strings.ReplaceAll(lower, "_", "-"),
		strings.ReplaceAll(folded, ".", ""), strings.ReplaceAll(folded, ".", "-"), joined(folded),
		strings.ReplaceAll(folded, "-s-", "s-"), parted(folded),
		capitals(folded, "_"), capitals(folded, "-"), capital(strings.ReplaceAll(folded, "-", "_")),
	}
}

// reworded are those of nearly the same words.
func reworded(spelt string) []string {
	folded := fold(spelt)
	if letters(folded) < 4 {
		return nil
	}
	variants := []string{folded + "s", strings.TrimSuffix(folded, "s"), folded + "-1", folded + "_1"}
	if cut := strings.LastIndexByte(folded, '-'); cut > 0 && isRepeated(folded[:cut], folded) {
		variants = append(variants, folded[:cut])
	}
	if p := plain(folded); p != folded {
		variants = append(variants, p)
	}
	return variants
}

// parted is a folded id with its first "s" that may come of a quote parted from
// its word: "what-s-new" for "whats-new".
func parted(folded string) string {
	before, after, ok := strings.Cut(folded, "s-")
	if !ok || before == "" || strings.HasSuffix(before, "-") {
		return ""
	}
	return before + "-s-" + after
}

// capital is s with a capital at its beginning.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// capitals is a folded id with a capital at the beginning of each word.
func capitals(folded, gap string) string {
	list := strings.Split(folded, "-")
	for i := range list {
		list[i] = capital(list[i])
	}
	return strings.Join(list, gap)
}
