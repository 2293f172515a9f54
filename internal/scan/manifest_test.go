package scan

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestManifest(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.ManifestKind, []linkTest{
		{
			name: "all members", src: `{"name":"n","start_url":"¦a","scope":"/n/","icons":[{"src":"¦b","sizes":"1x1"},{"sizes":"n","src" : "¦c"}],` + "\r\n\t" +
				`"screenshots":[{"src":"¦d"}],"shortcuts":[{"url":"¦e","icons":[{"src":"¦f"}]}]}`,
			want: []string{"manifest@start_url a follow", "icons@src b", "icons@src c", "screenshots@src d", "shortcuts@url e follow", "icons@src f"},
		},
		{name: "escapes", src: `{"start_url":"¦\/\u00e9\"\\"}`, want: []string{`manifest@start_url /é"\ follow`}},
		{name: "multibyte text", src: `{"é日":"\"","start_url":"¦é"}`, want: []string{"manifest@start_url é follow"}},
		{name: "byte order mark", src: "\ufeff{\"start_url\":\"¦a\"}", want: []string{"manifest@start_url a follow"}},
		{name: "other types", src: `{"start_url":7,"icons":{"16":"n"},"screenshots":"n","shortcuts":[["n"],null,true,1e999]}`},
		{name: "the names of members elsewhere", src: `{"x":{"start_url":"n"},"src":"n","icons":[{"x":{"src":"n"}}],"start_url":""}`},
		{name: "names as values", src: `{"name":"start_url","short_name":"icons"}`},
	})
}

func TestJSONFeed(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.JSONFeedKind, []linkTest{
		{
			name: "all members", src: `{"home_page_url":"¦a","feed_url":"¦b","icon":"¦c","favicon":"¦d","next_url":"¦e","version":"https://jsonfeed.org/version/1.1",
"authors":[{"url":"n"}],"items":[{"id":"n","url":"¦f","external_url":"¦g","image":"¦h","banner_image":"¦i","attachments":[{"url":"¦j"}]}]}`,
			want: []string{
				"feed@home_page_url a follow", "feed@feed_url b", "feed@icon c", "feed@favicon d", "feed@next_url e",
				"items@url f follow", "items@external_url g follow", "items@image h", "items@banner_image i", "attachments@url j",
			},
		},
		{name: "no feed", src: `{"version":"1","feed_url":"n","items":[{"url":"n"}]}`},
	})
}

func TestJSONSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, src string
		links     int
		is        func(error) bool
	}{
		{name: "cut off", src: `{"start_url":"x","icons":[`, links: 1, is: func(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }},
		{name: "empty", src: "", links: 0, is: func(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }},
		{name: "no JSON", src: `{"start_url":"x",,}`, links: 1, is: func(err error) bool {
			var syntax *json.SyntaxError
			return errors.As(err, &syntax)
		}},
		{name: "too deep", src: `{"start_url":"x","y":` + strings.Repeat("[", maxJSONDepth), links: 1, is: func(err error) bool { return errors.Is(err, errTooDeep) }},
		{name: "as deep as can be", src: strings.Repeat("[", maxJSONDepth) + strings.Repeat("]", maxJSONDepth), links: 0, is: func(err error) bool { return err == nil }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var page Page
			if err := Manifest([]byte(test.src), &page); !test.is(err) || len(page.Links) != test.links {
				t.Errorf("Manifest(%.50q) has %d links and says %v", test.src, len(page.Links), err)
			}
			feed := strings.Replace(test.src, `"start_url"`, `"version":"https://jsonfeed.org/version/1","icon"`, 1)
			if err := JSONFeed([]byte(feed), &page); !test.is(err) || len(page.Links) != test.links {
				t.Errorf("JSONFeed(%.50q) has %d links and says %v", feed, len(page.Links), err)
			}
		})
	}
}

// FuzzJSON holds against every document that its links are in order in it,
// behind a quote.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"start_url":"\u0061","icons":[{"src":"b"},7,null,{"x":{}}]}`, "\ufeff{\"start_url\" :\t\"é\xff\"}", `{"version":"https://jsonfeed.org/version/1","items":[{"url":"a"}]}`,
		`{"shortcuts":[{"url":"","icons":[{"src":"x"}]}]} {"start_url":"y"}`, `[[[`, `"x"`,
	} {
		f.Add([]byte(seed))
	}
	var page Page
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, kind := range []link.Kind{link.ManifestKind, link.JSONFeedKind} {
			_ = Read(kind, src, Options{}, &page) // what is before a fault counts
			last := 0
			for _, l := range page.Links {
				if l.Offset <= last || l.Offset >= len(src) || src[l.Offset-1] != '"' {
					t.Fatalf("%s of %q is not at %d", describe(&l), src, l.Offset)
				}
				last = l.Offset
			}
		}
	})
}
