package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch/body"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
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

// zipped answers with so many megabytes, in a few kilobytes.
func zipped(megabytes int) http.HandlerFunc {
	var zipped bytes.Buffer
	zip := gzip.NewWriter(&zipped)
	for range megabytes {
		_, _ = zip.Write(make([]byte, 1<<20))
	}
	_ = zip.Close()
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(zipped.Bytes())
	}
}

func TestExternalBodiesAreReadLessFar(t *testing.T) {
	t.Parallel()
	s := serve(t, zipped(9))
	resp := do(t, testClient(t, Options{}), s.URL, Page)
	var cut *Error
	if !errors.As(resp.Cut, &cut) || !cut.TooLarge || len(resp.Body) != defaultMaxExternalBody {
		t.Errorf("%d bytes of another host, Cut %v", len(resp.Body), resp.Cut)
	}
	resp = do(t, testClient(t, Options{Site: []string{s.URL}}), s.URL, Page)
	if resp.Cut != nil || len(resp.Body) != 9<<20 {
		t.Errorf("%d bytes of the site, Cut %v", len(resp.Body), resp.Cut)
	}
}

func TestBodiesWaitForMemory(t *testing.T) {
	t.Parallel()
	const megabytes, bodies, limit = 3, 6, 8 << 20
	synctest.Test(t, func(t *testing.T) {
		c := virtualClient(t, Options{Site: []string{"http://site.test"}, Concurrency: bodies}, fetchtest.By(zipped(megabytes)))
		c.memory = body.NewMemory(limit)
		var wg sync.WaitGroup
		start := time.Now()
		for range bodies {
			wg.Go(func() {
				resp, err := c.Do(t.Context(), Request{URL: mustParse(t, "http://site.test/"), Want: Page})
				if err != nil {
					t.Errorf("Do: %v", err)
					return
				}
				defer resp.Release()
				if resp.Cut != nil || len(resp.Body) != megabytes<<20 {
					t.Errorf("%d bytes, Cut %v", len(resp.Body), resp.Cut)
				}
				time.Sleep(1500 * time.Millisecond)
			})
		}
		wg.Wait()
		if took := time.Since(start); took < 2*1500*time.Millisecond {
			t.Errorf("took %v: no body waited", took)
		}
	})
}

func TestRunMayEndWhileABodyWaitsForMemory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := virtualClient(t, Options{Site: []string{"http://site.test"}}, fetchtest.By(zipped(4)))
		c.memory = body.NewMemory(1)
		first := do(t, c, "http://site.test/", Page)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if got := fail(t, ctx, c, "http://site.test/", Page); got.Reason != link.NotReached {
			t.Errorf("Reason = %q, want not-reached", got.Reason)
		}
		first.Release()
		do(t, c, "http://site.test/", Page)
	})
}

func TestMediaType(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		fields  []string
		want    string
		charset string
	}{
		"none":             {},
		"plain":            {fields: []string{"text/html"}, want: "text/html"},
		"parameters":       {fields: []string{"TEXT/html ; charset = x"}, want: "text/html", charset: "x"},
		"bad parameters":   {fields: []string{"text/html; ==;;"}, want: "text/html"},
		"quoted":           {fields: []string{`text/html;a=b; CHARSET="utf-8";charset=x`}, want: "text/html", charset: "utf-8"},
		"of another":       {fields: []string{"text/plain;charset=x", "text/html"}, want: "text/html"},
		"no type":          {fields: []string{"html"}},
		"empty subtype":    {fields: []string{"text/"}},
		"any":              {fields: []string{"*/*"}},
		"last of two":      {fields: []string{"text/plain", "text/html"}, want: "text/html"},
		"last of a list":   {fields: []string{"text/plain, text/html"}, want: "text/html"},
		"last that is one": {fields: []string{"text/html", "bogus"}, want: "text/html"},
	}
	for name, test := range tests {
		got, charset := mediaType(http.Header{"Content-Type": test.fields})
		if got != test.want || charset != test.charset {
			t.Errorf("%s: mediaType(%q) = %q, %q, want %q, %q", name, test.fields, got, charset, test.want, test.charset)
		}
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

// A body that does not end is left after a while when nothing more of it is wanted.
func TestEndlessBodiesAreLeft(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status      int
		contentType string
		want        Want
	}{
		"no page":                       {status: 200, contentType: "text/event-stream", want: Page},
		"it may tell of bot protection": {status: 403, contentType: "text/html", want: Answer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := virtualClient(t, Options{Timeout: time.Minute}, fetchtest.By(func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Type", test.contentType)
					w.WriteHeader(test.status)
					if r.Method == http.MethodGet {
						_ = http.NewResponseController(w).Flush()
						<-r.Context().Done()
					}
				}))
				start := time.Now()
				resp := do(t, c, "http://endless.test/", test.want)
				if took := time.Since(start); resp.Status != test.status || took != drainTime {
					t.Errorf("status %d after %v, want %d after %v", resp.Status, took, test.status, drainTime)
				}
			})
		})
	}
}

// countingServer counts the connections that it is asked over.
func countingServer(t *testing.T, handler http.HandlerFunc) (*httptest.Server, *atomic.Int32) {
	t.Helper()
	var opened atomic.Int32
	s := httptest.NewUnstartedServer(handler)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s, &opened
}

func TestConnectionsAreReused(t *testing.T) {
	t.Parallel()
	const workers, each = 8, 30
	tests := map[string]struct {
		want Want
		body string // of the healthy host
	}{
		"answers":           {want: Answer},
		"pages":             {want: Page, body: strings.Repeat("<p>", 20_000)},
		"other than a page": {want: Page, body: strings.Repeat("x", drainBytes/2)},
		"bodies":            {want: Body, body: strings.Repeat("x", 2*drainBytes)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			healthy, opened := countingServer(t, func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write([]byte(test.body))
			})
			failing, _ := countingServer(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusServiceUnavailable)
			})
			c := testClient(t, Options{Concurrency: workers, Site: []string{healthy.URL}})
			var wg sync.WaitGroup
			for range workers {
				wg.Go(func() {
					for i := range each {
						to := healthy.URL
						if i%10 == 9 {
							to = failing.URL
						}
						resp, err := c.Do(t.Context(), Request{URL: mustParse(t, to), Want: test.want})
						if err != nil {
							t.Error(err)
							return
						}
						resp.Release()
					}
				})
			}
			wg.Wait()
			// One that a tail of a body closed is replaced.
			if got := opened.Load(); got > workers+workers/8 {
				t.Errorf("%d connections for %d requests of %d workers", got, workers*each, workers)
			}
		})
	}
}
