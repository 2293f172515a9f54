package config

import (
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/report"
)

// didYouMean ends the fault of a value that was probably meant to be another; it is empty
// without one.
func didYouMean(meant string) string {
	if meant == "" {
		return ""
	}
	return "; did you mean " + quote(meant) + "?"
}

// otherWords are words for values that are not near to them.
var otherWords = map[string]string{"gh-pages": "github-pages", "md": report.FormatMarkdown}

// meantWord returns the one of a few words that a value was probably meant to be: in
// another case, with a typo, or its beginning; empty when none is.
func meantWord(value string, words []string) string {
	value = strings.ToLower(value)
	if other := otherWords[value]; slices.Contains(words, other) {
		return other
	}
	var begun []string
	for _, word := range words {
		if len(value) >= 3 && strings.HasPrefix(word, value) {
			begun = append(begun, word)
		}
	}
	if len(begun) == 1 {
		return begun[0]
	}
	return nearest(value, words)
}

// meantBool returns the boolean that a word of another language stands for.
func meantBool(value string) string {
	switch strings.ToLower(value) {
	case "yes", "y", "on", "1":
		return "true"
	case "no", "n", "off", "0":
		return "false"
	}
	return ""
}

// reportFormats are the formats of reports by the extensions of files that hold them.
var reportFormats = map[string]string{
	".json": "json", ".sarif": "sarif", ".xml": "junit", ".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html", ".txt": "text",
}

// meantReport returns what FORMAT=PATH was probably meant by a value: the path alone, the
// format alone, another separator, or another name of the format. It is empty when
// nothing is near.
func meantReport(value string) string {
	formats := report.Formats()
	at := strings.IndexAny(value, "=:")
	if at < 0 {
		if slices.Contains(formats, strings.ToLower(value)) {
			return strings.ToLower(value) + "=PATH"
		}
		if format := reportFormats[strings.ToLower(path.Ext(value))]; format != "" {
			return format + "=" + value
		}
		return ""
	}
	format, file := strings.TrimSpace(value[:at]), strings.TrimSpace(value[at+1:])
	if meant := meantWord(format, formats); meant != "" && file != "" {
		return meant + "=" + file
	}
	return ""
}

// meantDuration returns a duration whose unit is missing or written out.
func meantDuration(value string) string {
	number := strings.TrimRight(value, "abcdefghijklmnopqrstuvwxyz ")
	if number == "" || strings.Trim(number, "0123456789") != "" {
		return ""
	}
	switch unit := strings.TrimSpace(value[len(number):]); unit {
	case "", "sec", "secs", "second", "seconds":
		return number + "s"
	case "min", "mins", "minute", "minutes":
		return number + "m"
	case "hr", "hrs", "hour", "hours":
		return number + "h"
	}
	return ""
}

// meantURL returns the URL that a host without a scheme stands for; empty for other
// values.
func meantURL(value string) string {
	host, _, _ := strings.Cut(value, "/")
	if !strings.Contains(host, ".") || strings.Trim(host, ".") != host || strings.ContainsAny(value, ":@?# \\") {
		return ""
	}
	return "https://" + strings.TrimSuffix(value, "/") + "/"
}
