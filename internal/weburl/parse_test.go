package weburl

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, raw string
		want      URL
	}{
		{"plain", "https://example.com/a/b?q=1#c", URL{Scheme: "https", Host: "example.com", Path: "/a/b", Query: "?q=1", Fragment: "#c"}},
		{"no path", "http://example.com", URL{Scheme: "http", Host: "example.com", Path: "/"}},
		{"query on no path", "http://example.com?q", URL{Scheme: "http", Host: "example.com", Path: "/", Query: "?q"}},
		{"empty query and fragment", "http://example.com/?#", URL{Scheme: "http", Host: "example.com", Path: "/", Query: "?", Fragment: "#"}},
		{"white space around", " \n\x00https://example.com/x\t\r ", URL{Scheme: "https", Host: "example.com", Path: "/x"}},
		{"newlines inside", "ht\ntp://exam\tple.com/a\r\nb", URL{Scheme: "http", Host: "example.com", Path: "/ab"}},
		{"space before a query", "http://example.com/a ?b", URL{Scheme: "http", Host: "example.com", Path: "/a%20", Query: "?b"}},
		{"case, default port, dots", "HTTP://EX.com:80/../a/./b", URL{Scheme: "http", Host: "ex.com", Path: "/a/b"}},
		{"default port of https", "https://ex.com:443/", URL{Scheme: "https", Host: "ex.com", Path: "/"}},
		{"port of the other scheme", "https://ex.com:80/", URL{Scheme: "https", Host: "ex.com:80", Path: "/"}},
		{"port with zeros", "http://ex.com:0080/", URL{Scheme: "http", Host: "ex.com", Path: "/"}},
		{"empty port", "http://ex.com:/", URL{Scheme: "http", Host: "ex.com", Path: "/"}},
		{"broken escape", "https://ex.com/%zz", URL{Scheme: "https", Host: "ex.com", Path: "/%zz"}},
		{"escaped dots", "https://ex.com/a/%2E%2e/b", URL{Scheme: "https", Host: "ex.com", Path: "/b"}},
		{"query to encode", "https://ex.com/?q=ü b'\"<>", URL{Scheme: "https", Host: "ex.com", Path: "/", Query: "?q=%C3%BC%20b%27%22%3C%3E"}},
		{"fragment to encode", "https://ex.com/#ü b'`", URL{Scheme: "https", Host: "ex.com", Path: "/", Fragment: "#%C3%BC%20b'%60"}},
		{"path to encode", "https://ex.com/ü^{}|'", URL{Scheme: "https", Host: "ex.com", Path: "/%C3%BC%5E%7B%7D|'"}},
		{"bytes that are not UTF-8", "https://ex.com/?\xff\xfe", URL{Scheme: "https", Host: "ex.com", Path: "/", Query: "?%EF%BF%BD%EF%BF%BD"}},
		{"backslashes", `https:\\ex.com\a\b`, URL{Scheme: "https", Host: "ex.com", Path: "/a/b"}},
		{"one slash", "http:/foo", URL{Scheme: "http", Host: "foo", Path: "/"}},
		{"many slashes", "http:////foo/", URL{Scheme: "http", Host: "foo", Path: "/"}},
		{"punycode that is none", "http://a.XN--A/", URL{Scheme: "http", Host: "a.xn--a", Path: "/"}},
		{"punycode of a character that is not for names", "http://xn--1ug66vku9r8p9h.tk/", URL{Scheme: "http", Host: "xn--1ug66vku9r8p9h.tk", Path: "/"}},
		{"international host", "https://exämple.com/", URL{Scheme: "https", Host: "xn--exmple-cua.com", Path: "/"}},
		{"underscore in host", "https://A_b.example.com/", URL{Scheme: "https", Host: "a_b.example.com", Path: "/"}},
		{"IPv4 in one number", "http://2130706433/", URL{Scheme: "http", Host: "127.0.0.1", Path: "/"}},
		{"IPv4 in hexadecimal", "http://0x7f.1/", URL{Scheme: "http", Host: "127.0.0.1", Path: "/"}},
		{"IPv4 with a dot at the end", "http://127.0.0.1./", URL{Scheme: "http", Host: "127.0.0.1", Path: "/"}},
		{"name with a sign in front of a number", "http://a.-1/", URL{Scheme: "http", Host: "a.-1", Path: "/"}},
		{"sign in front of a number", "http://-1/", URL{Scheme: "http", Host: "-1", Path: "/"}},
		{"IPv6 with an IPv4 address in it", "http://[::FFFF:1.2.3.4]/", URL{Scheme: "http", Host: "[::ffff:102:304]", Path: "/"}},
		{"IPv6", "http://[::0:1]:8080/", URL{Scheme: "http", Host: "[::1]:8080", Path: "/"}},
		{"user info", "https://me:p%40ss:w@ex.com/", URL{Scheme: "https", User: "me:p%40ss%3Aw", Host: "ex.com", Path: "/"}},
		{"empty segments", "https://ex.com//a//../b", URL{Scheme: "https", Host: "ex.com", Path: "//a/b"}},
		{"mailto", "MAILTO:a@b.c?subject=x y", URL{Scheme: "mailto", Path: "a@b.c", Query: "?subject=x%20y"}},
		{"javascript", "javascript:void('ü')", URL{Scheme: "javascript", Path: "void('%C3%BC')"}},
		{"file", "file:///C|/x", URL{Scheme: "file", Path: "/C:/x"}},
		{"other scheme with a host", "git://u@host:1/x/../y", URL{Scheme: "git", User: "u", Host: "host:1", Path: "/y"}},
		{"other scheme with an empty host", "foo:///x", URL{Scheme: "foo", Path: "///x"}},
		{"other scheme without a host", "foo:/x", URL{Scheme: "foo", Path: "/x"}},
		{"other scheme, path like a host", "foo:/.//x", URL{Scheme: "foo", Path: "/.//x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse(tt.raw)
			if err != nil {
				t.Fatalf("Parse(%q): %v", tt.raw, err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Parse(%q) (-want +got):\n%s", tt.raw, diff)
			}
			again, err := Parse(got.String())
			if err != nil || again != got {
				t.Errorf("Parse(%q) = %+v, %v; a URL must read back as itself", got.String(), again, err)
			}
		})
	}
}

func TestParseError(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, raw string
		cause     error
	}{
		{"empty", "", errRelative},
		{"relative", "a/b", errRelative},
		{"only a fragment", "#a", errRelative},
		{"only a query", "?a", errRelative},
		{"no host", "http://", errNoHost},
		{"user info without a host", "http://me@/", errNoHost},
		{"port too high", "http://[::1]:99999/", errPort},
		{"port with letters", "http://ex.com:8o/", errPort},
		{"space in the host", "http://ex ample.com/", errHost},
		{"space in the host of another scheme", "foo://ex ample/", errHost},
		{"IPv4 out of range", "http://1.2.3.256/", errIPv4},
		{"IPv6 not closed", "http://[::1/", errIPv6},
		{"IPv6 with a zone", "http://[fe80::1%25eth0]/", errIPv6},
		{"IPv6 in double brackets", "http://[[::1]]/", errIPv6},
		{"IPv6 with a bracket too many", "http://[::1]]/", errIPv6},
		{"IPv4 in brackets", "http://[1.2.3.4]/", errIPv6},
		{"IPv4 with a number of no base", "http://1.09/", errIPv4},
		{"IPv4 with too many parts", "http://1.2.3.4.5/", errIPv4},
		{"IPv4 with a sign", "http://-1.1/", errIPv4},
		{"IPv4 beyond any number", "http://1" + strings.Repeat("0", 100) + "/", errIPv4},
		{"only a port", "http://:80/", errNoHost},
		{"only a port of another scheme", "foo://:80/", errNoHost},
		{"host of soft hyphens", "http://\u00ad/", errHost},
		{"international host beyond reason", "http://" + strings.Repeat("ü", maxDomain) + "/", errHost},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse(tt.raw)
			var fault *Error
			if !errors.As(err, &fault) {
				t.Fatalf("Parse(%.40q) = %+v, %v; want an *Error", tt.raw, got, err)
			}
			if fault.Raw != tt.raw || !errors.Is(err, tt.cause) {
				t.Errorf("Parse(%.40q): raw %.40q, cause %v; want cause %v", tt.raw, fault.Raw, fault.Cause, tt.cause)
			}
		})
	}
}

func TestErrorText(t *testing.T) {
	t.Parallel()
	_, err := Parse("http://me:secret@ex.com:99999/")
	want := `could not parse URL "http://ex.com:99999/": port is not a number from 0 to 65535`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = Parse("http://[" + strings.Repeat("x", 9000))
	if err == nil || len(err.Error()) > maxShown+100 {
		t.Errorf("an error must not quote a long reference whole: %v", err)
	}
}

func TestParseLongPlain(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"https://ex.com/" + strings.Repeat("a/", 1<<13),
		"https://ex.com/" + strings.Repeat("ü", 1<<13),
		"https://ex.com/#" + strings.Repeat("ü", 1<<13),
		"data:image/svg+xml," + strings.Repeat("< é>", 1<<20),
	} {
		if _, err := Parse(raw); err != nil {
			t.Errorf("%v", err)
		}
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	const page = "https://me:pw@ex.com:8080/dir/page.html?q=1#top"
	const mail = "mailto:a@b.c?subject=x"
	tests := []struct {
		name, base, ref, want string
	}{
		{"empty", page, "", "https://me:pw@ex.com:8080/dir/page.html?q=1"},
		{"only spaces", page, " \n ", "https://me:pw@ex.com:8080/dir/page.html?q=1"},
		{"fragment", page, "#x y", "https://me:pw@ex.com:8080/dir/page.html?q=1#x%20y"},
		{"empty fragment", page, "#", "https://me:pw@ex.com:8080/dir/page.html?q=1#"},
		{"query", page, "?a", "https://me:pw@ex.com:8080/dir/page.html?a"},
		{"empty query", page, "?", "https://me:pw@ex.com:8080/dir/page.html?"},
		{"question mark in a fragment", page, "#a?b", "https://me:pw@ex.com:8080/dir/page.html?q=1#a?b"},
		{"sibling", page, "b.html", "https://me:pw@ex.com:8080/dir/b.html"},
		{"sibling, encoded", page, "ä.html", "https://me:pw@ex.com:8080/dir/%C3%A4.html"},
		{"here", page, ".", "https://me:pw@ex.com:8080/dir/"},
		{"up", page, "..", "https://me:pw@ex.com:8080/"},
		{"up and beyond", page, "../../../a/./b/../c", "https://me:pw@ex.com:8080/a/c"},
		{"dots at the end", page, "a/..", "https://me:pw@ex.com:8080/dir/"},
		{"dots that are a name", page, "a..b/.../.well", "https://me:pw@ex.com:8080/dir/a..b/.../.well"},
		{"up through an empty segment", page, "a//../b", "https://me:pw@ex.com:8080/dir/a/b"},
		{"root", page, "/", "https://me:pw@ex.com:8080/"},
		{"root-relative", page, "/a/b.html", "https://me:pw@ex.com:8080/a/b.html"},
		{"root-relative with dots", page, "/../a/../b/.", "https://me:pw@ex.com:8080/b/"},
		{"colon in a later segment", page, "./a:b", "https://me:pw@ex.com:8080/dir/a:b"},
		{"backslash", page, `\a\b`, "https://me:pw@ex.com:8080/a/b"},
		{"scheme-relative", page, "//other.com/a", "https://other.com/a"},
		{"scheme-relative with backslashes", page, `\\host\p`, "https://host/p"},
		{"absolute", page, "http://other.com", "http://other.com/"},
		{"absolute with dots", page, "http://other.com/../a/..//b", "http://other.com//b"},
		{"own host without its user info", page, "https://ex.com:8080/x", "https://ex.com:8080/x"},
		{"own host, other scheme", "http://ex.com:443/", "https://ex.com:443/x", "https://ex.com/x"},
		{"own address", "http://127.0.0.1:8080/a", "http://127.0.0.1:8080/b", "http://127.0.0.1:8080/b"},
		{"own scheme without slashes", page, "https:x", "https://me:pw@ex.com:8080/dir/x"},
		{"own scheme alone", page, "HTTPS:", "https://me:pw@ex.com:8080/dir/page.html?q=1"},
		{"own scheme and a query", page, "https:?a", "https://me:pw@ex.com:8080/dir/page.html?a"},
		{"other scheme without slashes", page, "http:x", "http://x/"},
		{"mailto", page, "mailto:x@y.z", "mailto:x@y.z"},
		{"fragment of an opaque URL", mail, "#x", "mailto:a@b.c?subject=x#x"},
		{"relative to ftp", "ftp://h/a/b?q", "../c d", "ftp://h/c%20d"},
		{"relative to a file", "file:///a/b", "c", "file:///a/c"},
		{"relative to an empty host", "foo:///a/b", "c", "foo:///a/c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := mustParse(t, tt.base).Resolve(tt.ref)
			if err != nil || got.String() != tt.want {
				t.Errorf("%q on %q = %q, %v; want %q", tt.ref, tt.base, got, err, tt.want)
			}
		})
	}
	for _, ref := range []string{"", "?a", "x", "/x", "?a#b"} {
		if got, err := mustParse(t, mail).Resolve(ref); err == nil {
			t.Errorf("%q on %q = %q; want an error", ref, mail, got)
		}
	}
}

// TestResolvePlain pins that the usual references take the cheap way: a fuzz
// test shows that it is right, but only this shows that it is taken. It counts
// allocations, so it runs alone.
func TestResolvePlain(t *testing.T) {
	base := mustParse(t, "http://127.0.0.1:8080/guide/install/")
	for _, ref := range []string{
		"a.html", "../start/", "./", "/css/site.css", "//cdn.example.com/x.js", "https://example.com:8443/a%20b/",
		"http://127.0.0.1:8080/x", "/a%zz", "x@2x.png", "/wiki/It's_(x)",
	} {
		scheme, rest := cutScheme(ref)
		if _, ok := base.resolvePlain(scheme, rest); !ok {
			t.Errorf("%q does not take the plain way", ref)
		}
	}
	var err error
	allocs := testing.AllocsPerRun(100, func() { _, err = base.Resolve("../start/page.html?q#f") })
	if err != nil || allocs > 1 {
		t.Errorf("a plain reference costs %v allocations (%v), want 1 at most", allocs, err)
	}
}

func mustParse(t testing.TB, raw string) URL {
	t.Helper()
	u, err := Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
