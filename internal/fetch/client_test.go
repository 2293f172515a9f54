package fetch

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func TestDoReadsWhatIsWanted(t *testing.T) {
	t.Parallel()
	const page = "<!doctype html><title>Page</title>"
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Type"] = r.URL.Query()["type"]
		if r.URL.Path == "/missing" {
			w.WriteHeader(http.StatusNotFound)
		}
		if r.URL.Path == "/binary" {
			_, _ = w.Write([]byte{0x89, 'P', 'N', 'G', 0})
			return
		}
		fmt.Fprint(w, page)
	})
	type result struct {
		Status int
		Type   string
		HTML   bool
		Body   string
	}
	tests := map[string]struct {
		path string
		want Want
		ok   result
	}{
		"answer":                {path: "/?type=text/html", want: Answer, ok: result{Status: 200, Type: "text/html", HTML: true}},
		"page":                  {path: "/?type=Text/HTML%3Bcharset=utf-8", want: Page, ok: result{Status: 200, Type: "text/html", HTML: true, Body: page}},
		"xhtml page":            {path: "/?type=application/xhtml%2Bxml", want: Page, ok: result{Status: 200, Type: "application/xhtml+xml", HTML: true, Body: page}},
		"page that is none":     {path: "/?type=image/png", want: Page, ok: result{Status: 200, Type: "image/png"}},
		"page without a type":   {path: "/", want: Page, ok: result{Status: 200, HTML: true, Body: page}},
		"binary without a type": {path: "/binary", want: Page, ok: result{Status: 200}},
		"body of any type":      {path: "/?type=application/xml", want: Body, ok: result{Status: 200, Type: "application/xml", Body: page}},
		"body without a type":   {path: "/", want: Body, ok: result{Status: 200, HTML: true, Body: page}},
		"page with a status":    {path: "/missing?type=text/html", want: Page, ok: result{Status: 404, Type: "text/html", HTML: true, Body: page}},
	}
	c := testClient(t, Options{})
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp := do(t, c, s.URL+test.path, test.want)
			got := result{Status: resp.Status, Type: resp.ContentType, HTML: resp.HTML, Body: string(resp.Body)}
			if diff := cmp.Diff(test.ok, got); diff != "" {
				t.Errorf("response (-want +got):\n%s", diff)
			}
			if resp.Cut != nil {
				t.Errorf("Cut = %v", resp.Cut)
			}
		})
	}
}

func TestDoKeepsEveryByteOfAURL(t *testing.T) {
	t.Parallel()
	lines := make(chan string, 1)
	host := listen(t, func(conn net.Conn, line string) {
		lines <- line
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
	})
	c := testClient(t, Options{})
	for _, path := range []string{"/%zz", "/a%2Fb?q=%C3%BC&x", "/?", "//x", "/a;b,c", "/%41"} {
		do(t, c, "http://"+host+path, Page)
		got := strings.Replace(<-lines, "http://"+host, "", 1)
		if want := "GET " + path + " HTTP/1.1"; got != want {
			t.Errorf("asked with %q, want %q", got, want)
		}
	}
}

func TestDoOtherScheme(t *testing.T) {
	t.Parallel()
	c := testClient(t, Options{})
	if got := fail(t, t.Context(), c, "mailto:a@b.test", Answer); got.Reason != link.UnsupportedScheme {
		t.Errorf("Reason = %q, want %q", got.Reason, link.UnsupportedScheme)
	}
	if got := c.Requests(); got != 0 {
		t.Errorf("Requests() = %d, want 0", got)
	}
}
