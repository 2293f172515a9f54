package weburl

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/text/unicode/norm"
)

// oracle is another's implementation of the URL Standard. It was written before
// browsers agreed to encode "^" in paths.
var oracle = whatwg.NewParser(
	whatwg.WithPathPercentEncodeSet(whatwg.PathPercentEncodeSet.Set('^')),
)

// maxOracle is the most bytes that the oracle is asked about: its time grows
// with their square, to ten seconds for 64 KiB of "@". The fuzzer holds what
// is slow for what is new, and would spend its time there.
const maxOracle = 256

// oracleBugs are the hosts that the oracle reads wrongly.
var oracleBugs = []struct {
	why string
	has func(host string) bool
}{
	{why: "brackets are stripped however many there are", has: matching(`(?s)\[.*\[|\].*\]`)},
	// "Domain to ASCII" has UseSTD3ASCIIRules false where beStrict is false, as it is
	// in the host parser. Of characters that only stand for others, mapsToSymbol knows.
	{why: "names that are not ASCII are held to the characters of registered ones", has: matching(`(?s)[^\x00-\x7f].*[^-.a-zA-Z0-9\x80-\x{10ffff}]|[^-.a-zA-Z0-9\x80-\x{10ffff}].*[^\x00-\x7f]`)},
	{why: "names that are mapped to other characters are held to those of registered ones", has: mapsToSymbol},
	{why: "a number of an IPv4 address is taken to have a sign", has: matching(`[-+]`)},
	// The IPv4 number parser fails at a character that is no digit, however many
	// digits are before it, and then the host does not end in a number.
	{why: "a label of many digits and a letter is taken for a number too large", has: matching(`[0-9a-fA-F]{16,}`)},
}

func matching(pattern string) func(string) bool { return regexp.MustCompile(pattern).MatchString }

var symbol = regexp.MustCompile(`[\x00-,/:-@\[-\x60{-\x7f]`)

// mapsToSymbol reports whether a character of host that is not ASCII stands for
// ASCII that no registered name has, as U+3208 does for a letter in parentheses.
func mapsToSymbol(host string) bool {
	for _, r := range host {
		if r >= utf8.RuneSelf && symbol.MatchString(norm.NFKC.String(string(r))) {
			return true
		}
	}
	return false
}

// FuzzResolve compares what we make of a reference with what the oracle does.
func FuzzResolve(f *testing.F) {
	bases := []string{
		"http://127.0.0.1:8080/a/b?q#f", "https://me:pw@ex.com//x/", "mailto:a@b.c?d", "file:///C:/x", "foo:///a/b", "foo:/.//a", "ftp://h", "file://h/a/..", "foo://h",
	}
	refs := []string{
		"", "#", "?", "#x", "?q='\"#`", "a", "..", "./a/../b//..", "/a", "//h/a", "///h", "/a%2e", "%2E%2e/", "a b ", " a ?b #c ", "a^b", "ü",
		"HTTP:", "https:x", "http:/foo", "HTTP://EX.com:80/../a/./b", "http://a.b:0", "http://a..b/", "http://-a.b-/", "http://1.a/", "http://a.1/", "http://a.-1/", "http://-1/",
		"https://ex.com:443", "http://xn--a/", "http://a_b/", "http://exämple.com/", `\\host\p`, "http://[::1]:99999/", "http://a@b@c/", "data:,a b",
		"javascript:void(0)", "foo://", "foo://h:1", "file:", "file://h/C|/..", "x:/..//a", "\x00\xff", "a\tb", "http://a:b", "http:@", "//", "\xc8\t\xad",
		"http://127.0.0.166666666666666666666666666666666b", "http://0x7f.0.01", "http://[1::ffff:1.2.3.4]", "http://%41.ß", "C|/x", "/C:", "file://C|/../..", "foo://a\\b@c", "foo://%41ü^",
		"http://127\t6666666666\n666666666ht", "\\\\b\xc3%bbb", "http://0㈈/", "http://a\xc3%bb:1", "http://[::[]#:1",
	}
	for i, ref := range refs {
		f.Add(bases[i%len(bases)], ref)
		f.Add(bases[0], ref)
	}
	f.Fuzz(func(t *testing.T, rawBase, ref string) {
		if len(ref) > maxOracle || len(rawBase) > maxOracle {
			t.Skip("the oracle takes long")
		}
		base, err := Parse(rawBase)
		if !sameAsOracle(t, base, err, "", rawBase) || err != nil {
			return
		}
		got, err := base.Resolve(ref)
		sameAsOracle(t, got, err, base.String(), ref)
	})
}

// sameAsOracle fails the test when the oracle reads ref on base in another way
// than got and err, unless it is known to be wrong.
func sameAsOracle(t *testing.T, got URL, err error, base, ref string) bool {
	t.Helper()
	// A document's bytes are text before they are URLs; the oracle would join
	// two halves of a character over a tab that it drops.
	text := string([]rune(ref))
	want, oracleErr := oracle.ParseRef(base, text)
	if base == "" {
		want, oracleErr = oracle.Parse(text)
	}
	switch {
	case err != nil && oracleErr != nil:
		return true
	case err == nil && oracleErr != nil && isPunycode(got.Host):
		return false // the oracle does as the standard does
	case err == nil && oracleErr == nil && got.String() == want.String():
		if got.IsHTTP() && (got.Host != want.Host() || got.Path != want.Pathname()) {
			t.Errorf("%q on %q = %+v; the oracle says %q %q", ref, base, got, want.Host(), want.Pathname())
		}
		return true
	}
	host := rawHost(ref)
	for _, bug := range oracleBugs {
		if bug.has(host) {
			return false
		}
	}
	t.Errorf("%q on %q = %q, %v; the oracle says %q, %v", ref, base, got, err, want, oracleErr)
	return false
}

// rawHost returns, roughly, the host in ref as its author wrote it, without the
// tabs and newlines that the parser drops.
func rawHost(ref string) string {
	ref = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(ref)
	start, end := authority(ref)
	host := ref[start:end]
	return Unescape(host[strings.LastIndexByte(host, '@')+1:])
}
