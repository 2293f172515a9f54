package weburl

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// urlCase is a case of the web-platform-tests' urltestdata.json: what a browser
// makes of Input in a document at Base, in the names of the URL class of
// JavaScript.
type urlCase struct {
	Input    string
	Base     string // "" for none
	Failure  bool
	Href     string
	Origin   string // "" where the case leaves it out
	Protocol string
	Username string
	Password string
	Host     string
	Hostname string
	Port     string
	Pathname string
	Search   string
	Hash     string
}

// asCase writes u in the names of the URL class of JavaScript.
func (u URL) asCase(input, base string) urlCase {
	name, password, _ := strings.Cut(u.User, ":")
	host, port, _ := cutPort(u.Host)
	path := u.Path
	if !u.isOpaque() {
		_, path = u.parts()
	}
	return urlCase{
		Input: input, Base: base, Href: u.String(), Origin: u.Origin(), Protocol: u.Scheme + ":", Username: name, Password: password,
		Host: u.Host, Hostname: host, Port: port, Pathname: path,
		// An empty query or fragment is "" there, mark and all.
		Search: strings.TrimSuffix(u.Query, "?"), Hash: strings.TrimSuffix(u.Fragment, "#"),
	}
}

// outdated are the cases that the standard has left behind: since they were
// copied, browsers have come to encode "^" in paths.
var outdated = map[string]bool{
	"foo://host/ !\"$%&'()*+,-./:;<=>@[\\]^_`{|}~": true,
	"wss://host/ !\"$%&'()*+,-./:;<=>@[\\]^_`{|}~": true,
}

// isPunycode reports whether a host, in lower case, has a label that begins as punycode
// does. The standard refuses some of these. Chromium looks all of them up, as
// tools/chromium-urls shows, and so does linkvet.
func isPunycode(host string) bool { return strings.Contains("."+host, ".xn--") }

// TestURLCases runs the web-platform-tests of the URL Standard, every case and
// every field.
func TestURLCases(t *testing.T) {
	t.Parallel()
	cases := readCases[urlCase](t, "urltestdata.json")
	failures, lookedUp := 0, 0
	for _, want := range cases {
		got := resolveCase(want)
		if want.Failure {
			failures++
		}
		if want.Origin == "" || want.Protocol != "http:" && want.Protocol != "https:" {
			want.Origin, got.Origin = "", "" // linkvet asks for that of http URLs alone
		}
		if want.Failure && !got.Failure && isPunycode(got.Hostname) {
			lookedUp++
			continue
		}
		if outdated[want.Input] {
			want.Href = strings.Replace(want.Href, "^", "%5E", 1)
			want.Pathname = strings.Replace(want.Pathname, "^", "%5E", 1)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q on %q (-want +got):\n%s", want.Input, want.Base, diff)
		}
	}
	t.Logf("%d cases, %d of them refused, %d as the standard has them now, %d with punycode that the DNS judges", len(cases), failures, len(outdated), lookedUp)
	if len(cases) < 800 {
		t.Errorf("%d cases are too few to be all", len(cases))
	}
}

// resolveCase does with the case what linkvet does with a link.
func resolveCase(c urlCase) urlCase {
	refused := urlCase{Input: c.Input, Base: c.Base, Failure: true}
	base := URL{}
	if c.Base != "" {
		var err error
		if base, err = Parse(c.Base); err != nil {
			return refused
		}
	}
	u, err := base.Resolve(c.Input)
	if err != nil {
		return refused
	}
	return u.asCase(c.Input, c.Base)
}

// hostCase is a case of the web-platform-tests about hosts: what a browser
// writes for Input, nil where it refuses it.
type hostCase struct {
	Input  string
	Output *string
}

// TestHostCases runs the web-platform-tests of UTS #46, as URLs have it.
func TestHostCases(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"toascii.json", "IdnaTestV2.json"} {
		cases := readCases[hostCase](t, name)
		asked, differing, lookedUp := 0, 0, 0
		for _, c := range cases {
			if c.Input == "" {
				continue // the name of no host is not used
			}
			asked++
			want := "refused"
			if c.Output != nil {
				want = *c.Output
			}
			got, err := readDomain(c.Input)
			if err != nil {
				got = "refused"
			}
			switch {
			case got == want:
			case c.Output == nil && isPunycode(got) && got == strings.ToLower(c.Input):
				lookedUp++
			default:
				differing++
				t.Errorf("%+q = %q, want %q", c.Input, got, want)
			}
		}
		t.Logf("%s: %d cases, %d differ, %d with punycode that the DNS judges", name, asked, differing, lookedUp)
	}
}

// readCases reads a file of web-platform-tests that the module of our test
// oracle carries. A string between the cases is a comment.
func readCases[kind any](t *testing.T, name string) []kind {
	t.Helper()
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		t.Fatal(err)
	}
	var cases []kind
	for _, message := range raw {
		if message[0] != '{' {
			continue
		}
		var c kind
		if err := json.Unmarshal(message, &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}
