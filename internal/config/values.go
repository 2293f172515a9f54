package config

import (
	"errors"
	"fmt"
	"math"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/report"
)

// scalar returns the setter of a setting with one value: of several the last
// counts, and each is checked.
func scalar[C, T any](field func(*C) *T, parse func(string) (T, error)) func(*C, []entry, *faults) {
	return func(c *C, entries []entry, f *faults) {
		for _, e := range entries {
			v, err := parse(e.text)
			if err != nil {
				f.add(e.place, err.Error())
				continue
			}
			*field(c) = v
		}
	}
}

// maxItems bounds one list, blank lines included: each link is compared with all patterns.
const maxItems = 1000

// list returns the setter of a setting with any number of values, one a line, or
// several where split parts a line further. White space around a value and blank
// lines mean nothing. The values replace those of a weaker source.
func list[C any, S ~[]T, T any](field func(*C) *S, split func(string) []string, parse func(string) (T, error)) func(*C, []entry, *faults) {
	return func(c *C, entries []entry, f *faults) {
		var all S
		for _, e := range itemize(entries, split, f) {
			v, err := parse(e.text)
			if err != nil {
				f.add(e.place, err.Error())
				continue
			}
			all = append(all, v)
		}
		*field(c) = all
	}
}

// itemize returns the single values that entries hold, each with its own line.
func itemize(entries []entry, split func(string) []string, f *faults) []entry {
	var items []entry
	count := 0
	for _, e := range entries {
		i := 0
		for line := range strings.Lines(e.text) {
			texts := split(strings.TrimSpace(line))
			if count += max(1, len(texts)); count > maxItems {
				f.add(e.line(i), fmt.Sprintf("must have at most %d items", maxItems))
				return items
			}
			for _, text := range texts {
				items = append(items, entry{text, e.line(i)})
			}
			i++
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

// setFormat is the setter of the format of standard output. Other formats are only for files.
func setFormat(c *Config, entries []entry, f *faults) {
	scalar(func(c *Config) *string { return &c.Format }, func(s string) (string, error) {
		format, err := enum(report.StdoutFormats()...)(s)
		if err == nil || !slices.Contains(report.Formats(), s) {
			return format, err
		}
		advice := "report: " + s + "=PATH"
		if len(entries) > 0 && strings.HasPrefix(entries[0].name, "--") {
			advice = "--report " + s + "=PATH"
		}
		return "", fmt.Errorf("must be %s, not %s, which is only for files; write %s", orOf(report.StdoutFormats()), quote(s), advice)
	})(c, entries, f)
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
		case (err != nil || n < low) && high == unbounded:
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
	if err != nil || strings.Trim(s, ".0123456789") != "" {
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
	case !found || !token(name):
		return Header{}, errors.New(`must be "Name: value" (not shown here: it may be a secret)`)
	case !headerValue(value):
		return Header{}, errors.New("must not contain control characters (not shown here: it may be a secret)")
	case slices.Contains(ownedByClient, strings.ToLower(name)):
		return Header{}, fmt.Errorf("must not set %s: the HTTP client sets this header", strings.ToLower(name))
	}
	return Header{name, value}, nil
}

// token reports whether s can be the name of a header (RFC 9110, section 5.6.2).
func token(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	})
}

// headerValue reports whether s can be the value of a header: no control character
// but the tab.
func headerValue(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// parseUserAgent takes what can be in an HTTP header.
func parseUserAgent(s string) (string, error) {
	if !headerValue(s) {
		return "", fmt.Errorf("must not contain control characters: %s", quote(s))
	}
	return s, nil
}

// parseToken takes what can be in an HTTP header. Errors do not repeat it.
func parseToken(s string) (string, error) {
	if !headerValue(s) || strings.ContainsAny(s, " \t") {
		return "", errors.New("must be one word; check the secret")
	}
	return s, nil
}

// IsURL reports whether a target is on the network, and not a directory.
func IsURL(target string) bool {
	lower := strings.ToLower(strings.TrimSpace(target))
	return strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")
}

// parsePublicURL reads a URL that holds no user info. form says what the setting takes.
func parsePublicURL(s, form string) (*url.URL, error) {
	u, err := url.Parse(s)
	switch {
	case strings.Contains(s, "@") && (err != nil || u.User != nil):
		return nil, errors.New("must not contain a user name or password")
	case err != nil || u.Hostname() == "" || !portFits(u.Port()):
		return nil, fmt.Errorf("%s, not %s", form, quote(s))
	}
	return u, nil
}

// portFits reports whether a URL's port, which is digits or empty, can be one.
func portFits(port string) bool {
	_, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil
}

// parseSiteURL reads the URL of a site and ends its path with a slash. A value
// that may hold a password is not repeated.
func parseSiteURL(s string) (string, error) {
	shown := ", not " + quote(s)
	if strings.Contains(s, "@") {
		shown = ""
	}
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || !portFits(u.Port()) || strings.ContainsAny(s, " \\"):
		return "", fmt.Errorf("must be an absolute http or https URL such as https://example.com/docs/%s", shown)
	case u.User != nil:
		return "", errors.New("must not contain a user name or password")
	case strings.ContainsAny(s, "?#"):
		return "", fmt.Errorf("must be a URL without a query or fragment, such as https://example.com/docs/%s", shown)
	case strings.Contains(s, ",http://") || strings.Contains(s, ",https://"):
		// By itself the second would do for a part of a path.
		return "", fmt.Errorf("must be one URL per line or per flag%s", shown)
	case strings.HasSuffix(s, "/"):
		return s, nil
	}
	return s + "/", nil
}

// ArtifactPrefix begins a baseline that names an artifact of a workflow.
const ArtifactPrefix = "artifact:"

// IsRemoteBaseline reports whether a baseline is a URL or an artifact, and not a file.
func IsRemoteBaseline(s string) bool { return IsURL(s) || strings.HasPrefix(s, ArtifactPrefix) }

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
	addr, notAddr := netip.ParseAddr(u.Hostname())
	if u.Scheme == "http" && u.Hostname() != "localhost" && (notAddr != nil || !addr.IsLoopback()) {
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

// setReports is the setter of the reports: a list in which no path may occur twice,
// since the later file would replace the earlier one.
func setReports(c *Config, entries []entry, f *faults) {
	list(func(c *Config) *[]ReportFile { return &c.Reports }, whole, parseReport)(c, entries, f)
	seen := make(map[string]bool, len(c.Reports))
	for _, r := range c.Reports {
		path := filepath.Clean(r.Path)
		if seen[path] {
			f.add(entries[len(entries)-1].place, "must not write two reports to "+quote(r.Path)+"; use a different path for each")
		}
		seen[path] = true
	}
}

// directoryOf is the path that a target is; empty for a URL.
func directoryOf(target string) string {
	if IsURL(target) {
		return ""
	}
	return target
}

// itself is the path that a value is.
func itself(s string) string { return s }

// reportPath is the path in FORMAT=PATH; empty where there is none.
func reportPath(s string) string {
	// The setter has reported its faults.
	report, _ := parseReport(s)
	return report.Path
}
