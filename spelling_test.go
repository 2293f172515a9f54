package main

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// vocabulary lists the words of the field that the dictionary lacks, one a line, sorted.
const vocabulary = "testdata/vocabulary.txt"

// wordToken matches a word with what belongs to it, and noWord the tokens that are names of
// files, versions, abbreviations and the like, or that an ellipsis cuts off.
var (
	wordToken = regexp.MustCompile(`[\pL\pN_](?:[\pL\pN_'’.@:/\\%#=&+?*]*[\pL\pN_])?…?`)
	noWord    = regexp.MustCompile(`[\pN_@:\\%#=&+?*…]|\pL\.\pL`)
)

// quoted matches a value in a message, such as the misspelled name of a setting.
var quoted = regexp.MustCompile(`"[^"\s]*"`)

// words returns the places of each distinct word of the passages, in order.
func words(in []passage) map[string][]string {
	found := map[string][]string{}
	for _, p := range in {
		unquoted := quoted.ReplaceAllStringFunc(p.text, func(value string) string { return strings.Repeat(" ", len(value)) })
		for _, at := range wordToken.FindAllStringIndex(unquoted, -1) {
			text := unquoted[at[0]:at[1]]
			if noWord.MatchString(text) {
				continue
			}
			for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == '.' }) {
				word = strings.TrimSuffix(strings.ReplaceAll(word, "’", "'"), "'s")
				places, place := found[word], p.at(at[0])
				if len(places) == 0 || places[len(places)-1] != place {
					found[word] = append(places, place)
				}
			}
		}
	}
	return found
}

// inVocabulary reports whether the list has the word, which may begin a sentence.
func inVocabulary(list []string, word string) bool {
	return slices.Contains(list, word) || slices.Contains(list, strings.ToLower(word[:1])+word[1:])
}

// loadVocabulary returns the words of the project.
func loadVocabulary(t *testing.T) []string {
	t.Helper()
	src, err := os.ReadFile(vocabulary)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(src))
}

// misspelled returns the words that are not in the American English dictionary of hunspell,
// with its suggestions. Its lines about them are "& WORD COUNT OFFSET: SUGGESTIONS" or
// "# WORD OFFSET".
func misspelled(t *testing.T, unknown []string) map[string]string {
	t.Helper()
	hunspell := exec.CommandContext(t.Context(), "hunspell", "-a", "-d", "en_US", "-i", "UTF-8")
	hunspell.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	// A circumflex says that the line is text, whatever it begins with.
	hunspell.Stdin = strings.NewReader("^" + strings.Join(unknown, "\n^") + "\n")
	var stderr bytes.Buffer
	hunspell.Stderr = &stderr
	out, err := hunspell.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("could not run hunspell: %v: %s", err, stderr.String())
	}
	found := map[string]string{}
	for line := range strings.Lines(string(out)) {
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		word, rest, _ := strings.Cut(rest, " ")
		_, suggestions, _ := strings.Cut(rest, ": ")
		if kind == "&" || kind == "#" {
			found[word] = suggestions
		}
	}
	return found
}

// needHunspell skips a test where the spell checker is not installed. CI installs it.
func needHunspell(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("hunspell"); errors.Is(err, exec.ErrNotFound) {
		t.Skip("hunspell is not installed: apt-get install hunspell hunspell-en-us")
	}
}

// TestSpelling looks for words in the docs and messages that neither the dictionary nor
// the project knows.
func TestSpelling(t *testing.T) {
	t.Parallel()
	needHunspell(t)
	known := loadVocabulary(t)
	used := words(loadPassages(t))
	var unknown []string
	for word := range used {
		if !inVocabulary(known, word) {
			unknown = append(unknown, word)
		}
	}
	slices.Sort(unknown)
	found := misspelled(t, unknown)
	for _, word := range slices.Sorted(maps.Keys(found)) {
		suggestions := found[word]
		if suggestions != "" {
			suggestions = "write " + suggestions + "; or "
		}
		t.Errorf("%s: %q is not in the dictionary: %sadd it to %s", strings.Join(used[word], " "), word, suggestions, vocabulary)
	}
}

// TestVocabularyIsUsed holds the list of words to those of the docs and messages.
func TestVocabularyIsUsed(t *testing.T) {
	t.Parallel()
	list := loadVocabulary(t)
	if sorted := slices.Compact(slices.Sorted(slices.Values(list))); !slices.Equal(list, sorted) {
		if !*update {
			t.Errorf("%s is not sorted, or has a word twice; run this test with -update", vocabulary)
		}
		list = sorted
	}
	extra := unused(list, words(loadPassages(t)))
	if !*update {
		for _, word := range extra {
			t.Errorf("%s: no text has %q; remove it, or run this test with -update", vocabulary, word)
		}
		return
	}
	list = slices.DeleteFunc(list, func(word string) bool { return slices.Contains(extra, word) })
	if err := os.WriteFile(vocabulary, []byte(strings.Join(list, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// unused returns the words of the list that no text has.
func unused(list []string, used map[string][]string) []string {
	var needed []string
	for word := range used {
		needed = append(needed, word, strings.ToLower(word[:1])+word[1:])
	}
	return slices.DeleteFunc(slices.Clone(list), func(word string) bool { return slices.Contains(needed, word) })
}

// TestWords shows what is checked for its spelling, and what is not.
func TestWords(t *testing.T) {
	t.Parallel()
	needHunspell(t)
	src := strings.Join([]string{
		"The site's behaviour, e.g. in README.md or",
		"docs/recieve.md, and a `mispell`; don’t check v1.2x,",
		"<https://x.example/adress>, [a page](teh.md), a_nd, 404s, \"exlude\" or interru…. Linkvet/GitHub colour-coded.",
		"<!-- wierd -->",
		"",
		"| cell | thier |",
		"| --- | --- |",
	}, "\n")
	known := []string{"GitHub", "linkvet", "subpath"}
	used := words(newDocument("x.md", []byte(src)).passages())
	var unknown []string
	for word := range used {
		if !inVocabulary(known, word) {
			unknown = append(unknown, word)
		}
	}
	found := misspelled(t, unknown)
	for word, place := range map[string]string{"behaviour": "x.md:1", "colour": "x.md:3", "thier": "x.md:6"} {
		if found[word] == "" || !slices.Equal(used[word], []string{place}) {
			t.Errorf("%s: suggestions %q, places %q; want some at %s", word, found[word], used[word], place)
		}
		delete(found, word)
	}
	if len(found) > 0 {
		t.Errorf("also found %q", found)
	}
	if got := unused(known, used); !slices.Equal(got, []string{"subpath"}) {
		t.Errorf("unused = %q, want subpath", got)
	}
}
