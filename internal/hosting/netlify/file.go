package netlify

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
)

// readFile reads a _redirects file: source, parameters, destination, status and
// conditions, one rule a line.
// https://docs.netlify.com/manage/routing/redirects/overview/
func readFile(source *hosting.Source, book *hosting.RuleBook) (rules []rule) {
	for _, line := range redirects.ReadLines(source, book) {
		drafted, problem := readLine(line)
		var made rule
		if problem == "" {
			drafted.source = source.Name
			made, problem = drafted.rule()
		}
		if problem != "" {
			book.AddFaults(hosting.Fault{Source: source.Name, Line: line.Number, Message: problem})
			continue
		}
		rules = append(rules, made)
	}
	return rules
}

// readLine reads the words of one line. The problem is empty when there is none.
func readLine(line redirects.Line) (drafted draft, problem string) {
	drafted = draft{line: line.Number, column: line.Words[0].Column, from: line.Words[0].Text}
	words := line.Words[1:]
	if len(words) == 0 {
		return drafted, "the rule has no destination: write one after the source"
	}
	if _, ok := leadingNumber(words[0].Text); !ok {
		i := slices.IndexFunc(words, func(w redirects.Word) bool { return strings.HasPrefix(w.Text, "/") || redirects.IsAbsolute(w.Text) })
		if i < 0 {
			return drafted, `the rule has no destination: it must begin with "/", "http://" or "https://"`
		}
		drafted.query = readParameters(words[:i])
		drafted.to, drafted.column = words[i].Text, words[i].Column
		words = words[i+1:]
	}
	if len(words) > 0 {
		drafted.status = words[0].Text
		drafted.force = strings.HasSuffix(drafted.status, "!")
		drafted.conditional = len(words) > 1
	}
	return drafted, ""
}

// readParameters reads words such as id=:id. Netlify ignores a word without a value.
func readParameters(words []redirects.Word) (parameters []parameter) {
	for _, word := range words {
		name, value, ok := strings.Cut(word.Text, "=")
		if !ok {
			continue
		}
		value, _, _ = strings.Cut(value, "=")
		parameters = append(parameters, newParameter(name, value))
	}
	return parameters
}
