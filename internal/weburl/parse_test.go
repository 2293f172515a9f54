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
		{name: "plain", raw: "https://example.com/a/b?q=1#c", want: URL{Scheme: "https", Host: "example.com", Path: "/a/b", Query: "?q=1", Fragment: "#c"}},
		{name: "empty query and fragment", raw: "http://example.com/?#", want: URL{Scheme: "http", Host: "example.com", Path: "/", Query: "?", Fragment: "#"}},
		{name: "white space around", raw: " \n\x00https://example.com/x\t\r ", want: URL{Scheme: "https", Host: "example.com", Path: "/x"}},
		{name: "case, default port, dots", raw: "HTTP://EX.com:80/../a/./b", want: URL{Scheme: "http", Host: "ex.com", Path: "/a/b"}},
		{name: "path to encode", raw: "https://ex.com/ü^{}|'", want: URL{Scheme: "https", Host: "ex.com", Path: "/%C3%BC%5E%7B%7D|'"}},
		{name: "bytes that are not UTF-8", raw: "https://ex.com/?\xff\xfe", want: URL{Scheme: "https", Host: "ex.com", Path: "/", Query: "?%EF%BF%BD%EF%BF%BD"}},
		{name: "punycode that is none", raw: "http://a.XN--A/", want: URL{Scheme: "http", Host: "a.xn--a", Path: "/"}},
		{name: "punycode of a character that is not for names", raw: "http://xn--1ug66vku9r8p9h.tk/", want: URL{Scheme: "http", Host: "xn--1ug66vku9r8p9h.tk", Path: "/"}},
		{name: "international host", raw: "https://exämple.com/", want: URL{Scheme: "https", Host: "xn--exmple-cua.com", Path: "/"}},
		{name: "sign in front of a number", raw: "http://-1/", want: URL{Scheme: "http", Host: "-1", Path: "/"}},
		{name: "IPv6 with an IPv4 address in it", raw: "http://[::FFFF:1.2.3.4]/", want: URL{Scheme: "http", Host: "[::ffff:102:304]", Path: "/"}},
		{name: "user info", raw: "https://me:p%40ss:w@ex.com/", want: URL{Scheme: "https", User: "me:p%40ss%3Aw", Host: "ex.com", Path: "/"}},
		{name: "mailto", raw: "MAILTO:a@b.c?subject=x y", want: URL{Scheme: "mailto", Path: "a@b.c", Query: "?subject=x%20y"}},
		{name: "other scheme with a host", raw: "git://u@host:1/x/../y", want: URL{Scheme: "git", User: "u", Host: "host:1", Path: "/y"}},
		{name: "other scheme, path like a host", raw: "foo:/.//x", want: URL{Scheme: "foo", Path: "/.//x"}},
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
		{name: "empty", raw: "", cause: errRelative},
		{name: "relative", raw: "a/b", cause: errRelative},
		{name: "no host", raw: "http://", cause: errNoHost},
		{name: "port too high", raw: "http://[::1]:99999/", cause: errPort},
		{name: "port with letters", raw: "http://ex.com:8o/", cause: errPort},
		{name: "space in the host", raw: "http://ex ample.com/", cause: errHost},
		{name: "IPv4 out of range", raw: "http://1.2.3.256/", cause: errIPv4},
		{name: "IPv6 not closed", raw: "http://[::1/", cause: errIPv6},
		{name: "IPv4 with too many parts", raw: "http://1.2.3.4.5/", cause: errIPv4},
		{name: "IPv4 beyond any number", raw: "http://1" + strings.Repeat("0", 100) + "/", cause: errIPv4},
		{name: "only a port of another scheme", raw: "foo://:80/", cause: errNoHost},
		{name: "host of soft hyphens", raw: "http://\u00ad/", cause: errHost},
		{name: "international host beyond reason", raw: "http://" + strings.Repeat("ü", maxDomain) + "/", cause: errHost},
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
		{name: "empty", base: page, ref: "", want: "https://me:pw@ex.com:8080/dir/page.html?q=1"},
		{name: "fragment", base: page, ref: "#x y", want: "https://me:pw@ex.com:8080/dir/page.html?q=1#x%20y"},
		{name: "empty query", base: page, ref: "?", want: "https://me:pw@ex.com:8080/dir/page.html?"},
		{name: "sibling, encoded", base: page, ref: "ä.html", want: "https://me:pw@ex.com:8080/dir/%C3%A4.html"},
		{name: "up and beyond", base: page, ref: "../../../a/./b/../c", want: "https://me:pw@ex.com:8080/a/c"},
		{name: "dots that are a name", base: page, ref: "a..b/.../.well", want: "https://me:pw@ex.com:8080/dir/a..b/.../.well"},
		{name: "root-relative with dots", base: page, ref: "/../a/../b/.", want: "https://me:pw@ex.com:8080/b/"},
		{name: "backslash", base: page, ref: `\a\b`, want: "https://me:pw@ex.com:8080/a/b"},
		{name: "scheme-relative", base: page, ref: "//other.com/a", want: "https://other.com/a"},
		{name: "own host without its user info", base: page, ref: "https://ex.com:8080/x", want: "https://ex.com:8080/x"},
		{name: "own host, other scheme", base: "http://ex.com:443/", ref: "https://ex.com:443/x", want: "https://ex.com/x"},
		{name: "own scheme without slashes", base: page, ref: "https:x", want: "https://me:pw@ex.com:8080/dir/x"},
		{name: "other scheme without slashes", base: page, ref: "http:x", want: "http://x/"},
		{name: "fragment of an opaque URL", base: mail, ref: "#x", want: "mailto:a@b.c?subject=x#x"},
		{name: "relative to a file", base: "file:///a/b", ref: "c", want: "file:///a/c"},
		{name: "relative to an empty host", base: "foo:///a/b", ref: "c", want: "foo:///a/c"},
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
	for _, ref := range []string{"a.html", "../start/", "./", "/css/site.css", "/a%zz", "x@2x.png", "/wiki/It's_(x)"} {
		if _, ok := base.resolvePlain(ref); !ok {
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
