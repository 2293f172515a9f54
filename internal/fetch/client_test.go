package fetch

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

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
		"answer":                {"/?type=text/html", Answer, result{200, "text/html", true, ""}},
		"page":                  {"/?type=Text/HTML%3Bcharset=utf-8", Page, result{200, "text/html", true, page}},
		"xhtml page":            {"/?type=application/xhtml%2Bxml", Page, result{200, "application/xhtml+xml", true, page}},
		"page that is none":     {"/?type=image/png", Page, result{200, "image/png", false, ""}},
		"page without a type":   {"/", Page, result{200, "", true, page}},
		"binary without a type": {"/binary", Page, result{200, "", false, ""}},
		"body of any type":      {"/?type=application/xml", Body, result{200, "application/xml", false, page}},
		"body without a type":   {"/", Body, result{200, "", true, page}},
		"page with a status":    {"/missing?type=text/html", Page, result{404, "text/html", true, page}},
	}
	c := testClient(t, Options{})
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp := do(t, c, s.URL+test.path, test.want)
			got := result{resp.Status, resp.ContentType, resp.HTML, string(resp.Body)}
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
	var encoding *encodingError
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
	var size *sizeError
	if !errors.As(resp.Cut, &size) || len(resp.Body) != 2000 {
		t.Errorf("Cut = %v after %d bytes, want a sizeError after 2000", resp.Cut, len(resp.Body))
	}
	if got := len(s.methods()); got != 1 {
		t.Errorf("%d requests for a body that will not get smaller, want 1", got)
	}
}

func TestDoReadsBodiesOfAnySize(t *testing.T) {
	t.Parallel()
	sizes := []int{
		0, 1, sniffLength, unknownBytes - 1, unknownBytes, unknownBytes + 1, firstBytes - 1, firstBytes, firstBytes + bytes.MinRead,
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

func TestWall(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		header http.Header
		want   string
	}{
		"none":                    {403, http.Header{"Server": {"nginx"}}, ""},
		"denied":                  {999, nil, "LinkedIn"},
		"challenge":               {403, http.Header{"Cf-Mitigated": {"challenge"}}, "Cloudflare"},
		"plain host behind a CDN": {403, http.Header{"Server": {"cloudflare"}}, ""},
		"waf with success":        {202, http.Header{"X-Amzn-Waf-Action": {"challenge"}}, "AWS WAF"},
		"let through":             {200, http.Header{"X-Datadome": {"protected"}}, ""},
		"not let through":         {403, http.Header{"X-Datadome": {"protected"}}, "DataDome"},
		"server name in any case": {403, http.Header{"Server": {"AkamaiGHost"}}, "Akamai"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := wall(test.status, test.header); got != test.want {
				t.Errorf("wall(%d, %v) = %q, want %q", test.status, test.header, got, test.want)
			}
		})
	}
}

func TestDoTellsWall(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cf-Mitigated", "challenge")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	resp := do(t, testClient(t, Options{Retries: 3}), s.URL, Page)
	if resp.Wall != "Cloudflare" || len(s.methods()) != 1 {
		t.Errorf("Wall = %q after %d requests, want Cloudflare after 1", resp.Wall, len(s.methods()))
	}
}

func TestMediaType(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		fields  []string
		want    string
		charset string
	}{
		"none":             {nil, "", ""},
		"plain":            {[]string{"text/html"}, "text/html", ""},
		"parameters":       {[]string{"TEXT/html ; charset = x"}, "text/html", "x"},
		"bad parameters":   {[]string{"text/html; ==;;"}, "text/html", ""},
		"quoted":           {[]string{`text/html;a=b; CHARSET="utf-8";charset=x`}, "text/html", "utf-8"},
		"of another":       {[]string{"text/plain;charset=x", "text/html"}, "text/html", ""},
		"no type":          {[]string{"html"}, "", ""},
		"empty subtype":    {[]string{"text/"}, "", ""},
		"any":              {[]string{"*/*"}, "", ""},
		"last of two":      {[]string{"text/plain", "text/html"}, "text/html", ""},
		"last of a list":   {[]string{"text/plain, text/html"}, "text/html", ""},
		"last that is one": {[]string{"text/html", "bogus"}, "text/html", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, charset := mediaType(http.Header{"Content-Type": test.fields})
			if got != test.want || charset != test.charset {
				t.Errorf("mediaType(%q) = %q, %q, want %q, %q", test.fields, got, charset, test.want, test.charset)
			}
		})
	}
}

func FuzzMediaType(f *testing.F) {
	f.Add("text/html; charset=utf-8")
	f.Add("a/b,c/d")
	f.Add("\x00/é")
	f.Fuzz(func(t *testing.T, field string) {
		got, _ := mediaType(http.Header{"Content-Type": {field}})
		if got == "" {
			return
		}
		if again, _ := mediaType(http.Header{"Content-Type": {got}}); again != got {
			t.Errorf("mediaType(%q) = %q, of which it makes %q", field, got, again)
		}
		if strings.ContainsAny(got, " \t\r\n;,") {
			t.Errorf("mediaType(%q) = %q", field, got)
		}
	})
}

func TestDrainLeavesLargeBodies(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		length int64
		read   int
	}{
		"small":   {1000, 1000},
		"large":   {drainBytes + 1, 0},
		"unknown": {-1, drainBytes},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			size := drainBytes * 2
			if test.length == 1000 {
				size = 1000
			}
			body := bytes.NewReader(make([]byte, size))
			drain(&http.Response{Body: io.NopCloser(body), ContentLength: test.length}, func() {})
			if got := size - body.Len(); got != test.read {
				t.Errorf("read %d bytes, want %d", got, test.read)
			}
		})
	}
}
