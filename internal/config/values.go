package config

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/report"
)

// parseText takes any text.
func parseText(s string) (string, error) { return s, nil }

// parseTarget takes any text but the empty one: an empty target is a variable that was not
// set, and a default site in its place would be wrong.
func parseTarget(s string) (string, error) {
	if s == "" {
		return "", errors.New("must not be empty; set it to a directory or a URL, or remove it")
	}
	return s, nil
}

// parseConfigFile takes the path of a settings file, or none.
func parseConfigFile(s string) (string, error) {
	if s == "" {
		return "", errors.New("must not be empty; set it to the path of a settings file, or to none")
	}
	return s, nil
}

// parseSources takes the name of a directory.
func parseSources(s string) (string, error) {
	if s == "" {
		return "", errors.New("must not be empty; write . for the working directory")
	}
	return s, nil
}

// parseExpect takes text that a page may contain.
func parseExpect(s string) (string, error) {
	if strings.TrimSpace(s) == "" {
		return "", errors.New("must not be empty; set it to text of the start page, or remove it")
	}
	return s, nil
}

// parseBool reads a boolean as GitHub's own toolkit does.
func parseBool(s string) (bool, error) {
	switch s {
	case "true", "True", "TRUE":
		return true, nil
	case "false", "False", "FALSE":
		return false, nil
	}
	return false, fmt.Errorf("must be true or false, not %s", quote(s))
}

// enum returns the parser of a setting that takes one of a few words.
func enum(words ...string) func(string) (string, error) {
	return func(s string) (string, error) {
		if !slices.Contains(words, s) {
			return "", fmt.Errorf("must be %s, not %s%s", orOf(words), quote(s), didYouMean(nearest(s, words)))
		}
		return s, nil
	}
}

// orOf writes words as a choice: a, b or c.
func orOf(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// unbounded is the upper bound of an integer that needs none.
const unbounded = math.MaxInt

// integer returns the parser of a whole number from low to high.
func integer(low, high int) func(string) (int, error) {
	return func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		switch {
		case err == nil && n < 0 && low == 0:
			return 0, fmt.Errorf("must not be negative: %s", quote(s))
		case err != nil && high == unbounded, err == nil && n < low && high == unbounded:
			return 0, fmt.Errorf("must be a whole number of at least %d, not %s", low, quote(s))
		case err != nil, n < low, n > high:
			return 0, fmt.Errorf("must be a whole number from %d to %d, not %s", low, high, quote(s))
		}
		return n, nil
	}
}

// parseRate reads a number of requests a second.
func parseRate(s string) (float64, error) {
	n, err := strconv.ParseFloat(s, 64)
	plain := !strings.ContainsFunc(s, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if err != nil || !plain {
		return 0, fmt.Errorf("must be a number of requests per second such as 2 or 0.5, not %s", quote(s))
	}
	return n, nil
}

// parseDuration reads a length of time, zero included.
func parseDuration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, fmt.Errorf("must be a duration such as 20s or 1m30s, not %s", quote(s))
	}
	if d < 0 {
		return 0, fmt.Errorf("must not be negative: %s", quote(s))
	}
	return d, nil
}

// parseTimeout reads a length of time that something may take: with none at all
// nothing would ever succeed.
func parseTimeout(s string) (time.Duration, error) {
	d, err := parseDuration(s)
	if err == nil && d == 0 {
		err = fmt.Errorf("must be longer than 0, such as 20s or 1m30s, not %s", quote(s))
	}
	return d, err
}

// parseUserAgent takes what can be in an HTTP header.
func parseUserAgent(s string) (string, error) {
	if !headerValue(s) {
		return "", fmt.Errorf("must not contain control characters: %s", quote(s))
	}
	return s, nil
}

// parseReport reads FORMAT=PATH.
func parseReport(s string) (ReportFile, error) {
	formats := report.Formats()
	format, path, _ := strings.Cut(s, "=")
	format, path = strings.TrimSpace(format), strings.TrimSpace(path)
	if !slices.Contains(formats, format) || path == "" {
		return ReportFile{}, fmt.Errorf("must be FORMAT=PATH, not %s; the formats are %s", quote(s), strings.Join(formats, ", "))
	}
	if path == "-" {
		return ReportFile{}, fmt.Errorf("must name a file, not %s: to print a report set format; a file of that name is %s=./-", quote(s), format)
	}
	return ReportFile{format, path}, nil
}
