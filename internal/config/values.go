package config

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/weburl"
)

// kind is how the values of a setting are written and read.
type kind struct {
	// value stands for the value in usage texts, such as DURATION; empty for a boolean.
	value string
	// isList is true for a setting that takes several values, one a line.
	isList bool
	// choices are the words of a setting whose values are a few words; else nil.
	choices []string
	// form is the JSON Schema of one value.
	form schema
	// path returns the path of the file that one value names, or an empty one; nil for a
	// setting that names none.
	path func(value string) string
	set  func(entries []entry, f *faults)
}

// The forms of texts.
func someText() schema { return schema{"type": "string", "minLength": 1} }

func anyText() schema                { return schema{"type": []string{"string", "number", "boolean"}} } // such as a commit hash of digits
func matching(pattern string) schema { return schema{"type": "string", "pattern": pattern} }

// one is one value.
func one[T any](field *T, value string, form schema, parse func(string) (T, error)) kind {
	return kind{value: value, form: form, set: scalar(field, parse)}
}

// several is any number of values.
func several[S ~[]T, T any](field *S, value string, form schema, parse func(string) (T, error)) kind {
	return kind{value: value, isList: true, form: form, set: list(field, whole, parse)}
}

// path is a path, or a URL where the parser lets one pass.
func path(field *string, value string, parse func(string) (string, error)) kind {
	k := one(field, value, someText(), parse)
	k.path = directoryOf
	return k
}

func boolean(field *bool) kind { return one(field, "", schema{"type": "boolean"}, parseBool) }

func patterns(field *Patterns) kind { return several(field, "PATTERN", someText(), parsePattern) }

// word is one of a few words, and words are several of them.
func word(field *string, value string, choices []string) kind {
	k := one(field, value, schema{"enum": choices}, enum(choices...))
	k.choices = choices
	return k
}

func words(field *[]string, value string, choices []string) kind {
	k := several(field, value, schema{"enum": choices}, enum(choices...))
	k.choices = choices
	return k
}

// unbounded is the upper bound of a number that needs none.
const unbounded = math.MaxInt

// number is a whole number from low to high.
func number(field *int, low, high int) kind {
	form, wanted := schema{"type": "integer", "minimum": low}, fmt.Sprintf("of at least %d", low)
	if high != unbounded {
		form["maximum"], wanted = high, fmt.Sprintf("from %d to %d", low, high)
	}
	return one(field, "N", form, func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		switch {
		case err == nil && n < 0 && low == 0:
			return 0, fmt.Errorf("must not be negative: %s", quote(s))
		case err != nil, n < low, n > high:
			return 0, fmt.Errorf("must be a whole number %s, not %s", wanted, quote(s))
		}
		return n, nil
	})
}

// durations matches what time.ParseDuration reads, with a unit.
const durations = `([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h)`

func duration(field *time.Duration) kind {
	form := schema{"anyOf": []any{schema{"const": 0}, matching(`^0$|^` + durations + `(` + durations + `)*$`)}}
	return one(field, "DURATION", form, parseDuration)
}

// timeout is a duration of more than zero.
func timeout(field *time.Duration) kind {
	return one(field, "DURATION", matching(`^`+durations+`(`+durations+`)*$`), parseTimeout)
}

// statuses are statuses of HTTP, several of which may be on one line. Some sites answer with a
// status that HTTP does not have, such as 999.
func statuses(field *Accept) kind {
	const status = `(.+=)?[1-9]([0-9][0-9]|[xX][xX])`
	k := several(field, "STATUS", schema{"anyOf": []any{
		schema{"type": "integer", "minimum": 100, "maximum": 999},
		matching(`^` + status + `([ ,]+` + status + `)*$`),
	}}, parseAccept)
	k.set = list(field, acceptEntries, parseAccept)
	return k
}

// scalar returns the setter of a field with one value: of several the last counts, and each is
// checked.
func scalar[T any](field *T, parse func(string) (T, error)) func([]entry, *faults) {
	return func(entries []entry, f *faults) {
		for _, e := range entries {
			v, err := parse(e.text)
			if err != nil {
				f.add(e.place, err.Error())
				continue
			}
			*field = v
		}
	}
}

// maxItems bounds one list, blank lines included: each link is compared with all patterns.
const maxItems = 1000

// list returns the setter of a setting with any number of values, one a line, or
// several where split parts a line further. White space around a value and blank
// lines mean nothing. The values replace those of a weaker source.
func list[S ~[]T, T any](field *S, split func(string) []string, parse func(string) (T, error)) func([]entry, *faults) {
	return func(entries []entry, f *faults) {
		var all S
		for _, e := range itemize(entries, split, f) {
			v, err := parse(e.text)
			if err != nil {
				f.add(e.place, err.Error())
				continue
			}
			all = append(all, v)
		}
		*field = all
	}
}

// itemize returns the single values that entries hold.
func itemize(entries []entry, split func(string) []string, f *faults) []entry {
	var items []entry
	count := 0
	for _, e := range entries {
		for line := range strings.Lines(e.text) {
			texts := split(strings.TrimSpace(line))
			if count += max(1, len(texts)); count > maxItems {
				f.add(e.place, fmt.Sprintf("must have at most %d items", maxItems))
				return items
			}
			for _, text := range texts {
				items = append(items, entry{text, e.place})
			}
		}
	}
	return items
}

// whole splits nothing: a line is one value, a blank one none.
func whole(line string) []string {
	if line == "" {
		return nil
	}
	return []string{line}
}

// parseText takes any text.
func parseText(s string) (string, error) { return s, nil }

// filled returns the parser of a text that must not be blank, as a variable is that was not set.
// advice says what to set instead.
func filled(advice string) func(string) (string, error) {
	return func(s string) (string, error) {
		if strings.TrimSpace(s) == "" {
			return "", errors.New("must not be empty; " + advice)
		}
		return s, nil
	}
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
		if slices.Contains(words, s) {
			return s, nil
		}
		meant := ""
		if near := nearest(s, words); near != "" {
			meant = "; did you mean " + quote(near) + "?"
		}
		return "", fmt.Errorf("must be %s, not %s%s", orOf(words), quote(s), meant)
	}
}

// orOf writes words as a choice: a, b or c.
func orOf(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// parseRate reads a number of requests a second.
func parseRate(s string) (float64, error) {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || strings.Trim(s, ".0123456789") != "" {
		return 0, fmt.Errorf("must be a number of requests per second such as 2 or 0.5, not %s", quote(s))
	}
	return n, nil
}

// parseDuration reads a length of time, zero included.
func parseDuration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	switch {
	case err != nil:
		return 0, fmt.Errorf("must be a duration such as 20s or 1m30s, not %s", quote(s))
	case d < 0:
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

// Share is a bound on a part of something: a number, or a percentage of the
// whole. The zero value allows nothing.
type Share struct {
	// Number is the bound itself, or a percentage when Percent is true.
	Number  float64
	Percent bool
}

// Exceeds reports whether part, of whole, is more than s allows.
func (s Share) Exceeds(part, whole int) bool {
	if s.Percent {
		return float64(part)*100 > s.Number*float64(whole)
	}
	return float64(part) > s.Number
}

// String returns s as a user writes it, such as "3" or "2%".
func (s Share) String() string {
	text := strconv.FormatFloat(s.Number, 'f', -1, 64)
	if s.Percent {
		text += "%"
	}
	return text
}

// parseShare reads a whole number, or a percentage from 0% to 100%.
func parseShare(s string) (Share, error) {
	digits, isPercent := strings.CutSuffix(s, "%")
	share, err := Share{Percent: isPercent}, error(nil)
	if isPercent {
		share.Number, err = parseRate(digits)
	} else {
		n, notWhole := strconv.Atoi(s)
		share.Number, err = float64(n), notWhole
	}
	if err != nil || share.Number < 0 || isPercent && share.Number > 100 {
		return Share{}, fmt.Errorf("must be a whole number such as 3, or a share from 0%% to 100%% such as 2%%, not %s", quote(s))
	}
	return share, nil
}

// Shard is a share of the external hosts of a directory's links. The zero value is all.
type Shard struct {
	// Index is from 1 to Count, and Count the number of shares.
	Index, Count int
}

// String returns s as a user writes it, such as "2/8".
func (s Shard) String() string { return strconv.Itoa(s.Index) + "/" + strconv.Itoa(s.Count) }

// parseShard reads I/N.
func parseShard(s string) (Shard, error) {
	left, right, _ := strings.Cut(s, "/")
	i, _ := strconv.Atoi(left)
	n, _ := strconv.Atoi(right)
	shard := Shard{i, n}
	if i < 1 || i > n || shard.String() != s {
		return Shard{}, fmt.Errorf("must be I/N with I from 1 to N, such as 2/8, not %s", quote(s))
	}
	return shard, nil
}

// Header is one HTTP header to send. Its value is to be kept out of all output.
type Header struct{ Name, Value string }

// ownedByClient are the headers that the HTTP client writes by itself, and would drop or reject
// when given from outside.
var ownedByClient = []string{
	"accept-encoding", "connection", "content-length", "host", "keep-alive",
	"proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
}

// parseHeader reads "Name: value". No error repeats any part of s that may be
// the value: it is most often a secret.
func parseHeader(s string) (Header, error) {
	name, value, found := strings.Cut(s, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case !found || !httpguts.ValidHeaderFieldName(name):
		return Header{}, errors.New(`must be "Name: value" (not shown here: it may be a secret)`)
	case !httpguts.ValidHeaderFieldValue(value):
		return Header{}, errors.New("must not contain control characters (not shown here: it may be a secret)")
	case slices.Contains(ownedByClient, strings.ToLower(name)):
		return Header{}, fmt.Errorf("must not set %s: the HTTP client sets this header", strings.ToLower(name))
	}
	return Header{name, value}, nil
}

// parseUserAgent takes what can be in an HTTP header.
func parseUserAgent(s string) (string, error) {
	if !httpguts.ValidHeaderFieldValue(s) {
		return "", fmt.Errorf("must not contain control characters: %s", quote(s))
	}
	return s, nil
}

// parseToken takes what can be in an HTTP header. Errors do not repeat it.
func parseToken(s string) (string, error) {
	if !httpguts.ValidHeaderFieldValue(s) || strings.ContainsAny(s, " \t") {
		return "", errors.New("must be one word; check the secret")
	}
	return s, nil
}

// IsURL reports whether a target is on the network, and not a directory.
func IsURL(target string) bool {
	lower := strings.ToLower(strings.TrimSpace(target))
	return strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")
}

// parsePublicURL reads an http or https URL that holds no user info. form says what the setting
// takes. A value that may hold a password is not repeated.
func parsePublicURL(s, form string) (weburl.URL, error) {
	u, err := weburl.Parse(s)
	switch isURL := err == nil && IsURL(s); {
	case u.User != "", !isURL && strings.Contains(s, "@"):
		return u, errors.New("must not contain a user name or password")
	case !isURL:
		return u, fmt.Errorf("%s, not %s", form, quote(s))
	}
	return u, nil
}

// parseSiteURL reads the URL of a site and ends its path with a slash.
func parseSiteURL(s string) (weburl.URL, error) {
	const form = "must be one http or https URL per line, without a query or fragment, such as https://example.com/docs/"
	u, err := parsePublicURL(s, form)
	// By itself a second URL would do for a part of a path.
	if err == nil && (strings.ContainsAny(s, " \\?#") || strings.Contains(s, ",http")) {
		err = fmt.Errorf("%s, not %s", form, quote(s))
	}
	u.Path = strings.TrimSuffix(u.Path, "/") + "/"
	return u, err
}

// ArtifactPrefix begins a baseline that names an artifact of a workflow.
const ArtifactPrefix = "artifact:"

// IsRemoteBaseline reports whether a baseline is a URL or an artifact, and not a file.
func IsRemoteBaseline(s string) bool { return IsURL(s) || strings.HasPrefix(s, ArtifactPrefix) }

// loopback matches the hosts of this very machine.
var loopback = regexp.MustCompile(`^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$`)

// parseBaseline takes a path, a URL without user info, or the name of an artifact.
func parseBaseline(s string) (string, error) {
	if name, ok := strings.CutPrefix(s, ArtifactPrefix); ok {
		if name == "" || strings.ContainsAny(name, "\"<>|*?:\r\n\\/") {
			return "", fmt.Errorf("must name an artifact, as in artifact:links, not %s", quote(s))
		}
		return s, nil
	}
	if !IsURL(s) {
		return s, nil
	}
	u, err := parsePublicURL(s, "must be a path, an https URL or artifact:NAME")
	if err != nil {
		return "", err
	}
	if u.Scheme == "http" && !loopback.MatchString(u.Host) {
		return "", fmt.Errorf("must start with https://, because others could change a baseline that is not encrypted: %s", quote(s))
	}
	return s, nil
}

// parseCompare takes a path, or a URL without user info.
func parseCompare(s string) (string, error) {
	if IsURL(s) {
		_, err := parsePublicURL(s, "must be a directory, a file or an http(s) URL")
		return s, err
	}
	return filled("set it to a directory, a file or a URL, or remove it")(s)
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

// reports are a list in which no path may occur twice, since the later file would replace the
// earlier one.
func reports(field *[]ReportFile) kind {
	k := several(field, "FORMAT=PATH", matching(`^\s*[a-z]+\s*=.*\S`), parseReport)
	k.path = func(value string) string {
		report, _ := parseReport(value) // the setter reports its faults
		return report.Path
	}
	set := k.set
	k.set = func(entries []entry, f *faults) {
		set(entries, f)
		seen := make(map[string]bool, len(*field))
		for _, r := range *field {
			path := filepath.Clean(r.Path)
			if seen[path] {
				f.add(entries[len(entries)-1].place, "must not write two reports to "+quote(r.Path)+"; use a different path for each")
			}
			seen[path] = true
		}
	}
	return k
}

// directoryOf is the path that a target is; empty for a URL.
func directoryOf(target string) string {
	if IsURL(target) {
		return ""
	}
	return target
}
