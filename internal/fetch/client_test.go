package fetch

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch/body"
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

func TestDoDecompresses(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", r.URL.Query().Get("as"))
		zip := gzip.NewWriter(w)
		fmt.Fprint(zip, strings.Repeat("a", 1000))
		zip.Close()
	})
	c := testClient(t, Options{MaxBody: 1000})
	resp := do(t, c, s.URL+"/?as=gzip", Page)
	if len(resp.Body) != 1000 || resp.Cut != nil {
		t.Errorf("read %d bytes, Cut %v; want 1000, nil", len(resp.Body), resp.Cut)
	}
	resp = do(t, c, s.URL+"/?as=br", Page)
	var encoding *body.EncodingError
	if !errors.As(resp.Cut, &encoding) {
		t.Errorf("Cut = %v for an encoding that was not asked for", resp.Cut)
	}
}

func TestDoBoundsBodies(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		zip := gzip.NewWriter(w)
		for range 100 {
			if _, err := zip.Write(make([]byte, 10_000)); err != nil {
				return
			}
		}
		zip.Close()
	})
	resp := do(t, testClient(t, Options{MaxBody: 2000, Retries: 2}), s.URL, Page)
	var size *body.SizeError
	if !errors.As(resp.Cut, &size) || len(resp.Body) != 2000 {
		t.Errorf("Cut = %v after %d bytes, want a SizeError after 2000", resp.Cut, len(resp.Body))
	}
	if got := len(s.methods()); got != 1 {
		t.Errorf("%d requests for a body that will not get smaller, want 1", got)
	}
}

func TestDoReadsBodiesOfAnySize(t *testing.T) {
	t.Parallel()
	sizes := []int{
		0, 1, sniffBytes, unknownBytes - 1, unknownBytes, unknownBytes + 1, firstBytes - 1, firstBytes, firstBytes + bytes.MinRead,
		firstBytes + bytes.MinRead + 1, trust*firstBytes + 1,
	}
	for _, framing := range []string{"length", "chunks"} {
		for _, contentType := range []string{"text/html", ""} {
			t.Run(framing+" "+contentType, func(t *testing.T) {
				t.Parallel()
				s := serve(t, func(w http.ResponseWriter, r *http.Request) {
					size, _ := strconv.Atoi(r.URL.Path[1:])
					w.Header()["Content-Type"] = nil // keeps net/http from guessing one
					if contentType != "" {
						w.Header().Set("Content-Type", contentType)
					}
					if framing == "length" {
						w.Header().Set("Content-Length", strconv.Itoa(size))
					}
					_, _ = w.Write(pattern(size))
				})
				c := testClient(t, Options{Site: []string{s.URL}})
				for _, size := range sizes {
					resp := do(t, c, s.URL+"/"+strconv.Itoa(size), Body)
					if resp.Cut != nil || !bytes.Equal(resp.Body, pattern(size)) {
						t.Errorf("%d bytes: read %d, cut: %v", size, len(resp.Body), resp.Cut)
					}
					if most := 2*(size+unknownBytes) + bytes.MinRead; framing == "length" && cap(resp.Body) > most {
						t.Errorf("%d bytes take %d of memory, want at most %d", size, cap(resp.Body), most)
					}
					resp.Release()
				}
			})
		}
	}
}

// pattern returns n bytes that are not all the same.
func pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i % 251)
	}
	return b
}

func TestDoTriesCutBodiesAgain(t *testing.T) {
	t.Parallel()
	const cut = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\nhalf"
	tests := map[string]struct {
		retries   int
		wantBody  string
		wantCut   bool
		wantTries int
	}{
		"whole in the end": {retries: 2, wantBody: "whole", wantTries: 3},
		"never whole":      {retries: 1, wantBody: "half", wantCut: true, wantTries: 2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tries := make(chan bool, 10)
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				tries <- true
				if len(tries) < 3 {
					hijack(t, w, cut)
					return
				}
				w.Header().Set("Content-Type", "text/html")
				fmt.Fprint(w, "whole")
			})
			resp := do(t, testClient(t, Options{Retries: test.retries}), s.URL, Page)
			if string(resp.Body) != test.wantBody || (resp.Cut != nil) != test.wantCut {
				t.Errorf("Body = %q, Cut = %v; want %q, %t", resp.Body, resp.Cut, test.wantBody, test.wantCut)
			}
			var failed *Error
			if test.wantCut && (!errors.As(resp.Cut, &failed) || failed.Reason != link.ConnectionFailed) {
				t.Errorf("Cut = %#v, want an *Error with ConnectionFailed", resp.Cut)
			}
			if len(tries) != test.wantTries {
				t.Errorf("%d tries, want %d", len(tries), test.wantTries)
			}
		})
	}
}

func TestDoDamagedGzip(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		fmt.Fprint(w, "this is no gzip at all")
	})
	resp := do(t, testClient(t, Options{Retries: 2}), s.URL, Page)
	if resp.Cut == nil || len(s.methods()) != 1 {
		t.Errorf("Cut = %v after %d requests, want an error after 1", resp.Cut, len(s.methods()))
	}
}

func TestDoSlowBody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := virtualClient(t, Options{Timeout: 50 * time.Millisecond}, by(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "head")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}))
		resp := do(t, c, "http://slow.test/", Page)
		var failed *Error
		if !errors.As(resp.Cut, &failed) || failed.Reason != link.Timeout || string(resp.Body) != "head" {
			t.Errorf("Body = %q, Cut = %v; want %q, a timeout", resp.Body, resp.Cut, "head")
		}
	})
}

func TestDoLeavesEndlessBodies(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := virtualClient(t, Options{Timeout: time.Minute}, by(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}))
		start := time.Now()
		resp := do(t, c, "http://endless.test/", Page)
		if took := time.Since(start); resp.Status != 200 || took != drainTime {
			t.Errorf("status %d after %v, want 200 after %v", resp.Status, took, drainTime)
		}
	})
}

func TestReleaseTwice(t *testing.T) {
	t.Parallel()
	c := testClient(t, Options{})
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "<html>", r.URL.Path)
	})
	first := do(t, c, s.URL+"/1", Body)
	first.Release()
	first.Release()
	second, third := do(t, c, s.URL+"/2", Body), do(t, c, s.URL+"/3", Body)
	if bytes.Equal(second.Body, third.Body) {
		t.Errorf("two bodies share a buffer: %q", second.Body)
	}
	if first.Body != nil {
		t.Errorf("Body = %q after Release", first.Body)
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

func TestDoReportsBotProtection(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cf-Mitigated", "challenge")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	resp := do(t, testClient(t, Options{Retries: 3}), s.URL, Page)
	if resp.BotProtection != "Cloudflare" || len(s.methods()) != 1 {
		t.Errorf("BotProtection = %q after %d requests, want Cloudflare after 1", resp.BotProtection, len(s.methods()))
	}
}
