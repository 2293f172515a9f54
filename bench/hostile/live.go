//go:build linux

package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// live are sites of hostile servers, on the loopback interface.
func live() []hostile {
	const million = 1_000_000
	quick := []string{"--timeout=3s", "--retries=0", "{site}"}
	start := func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/" {
			return false
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!doctype html><title>t</title><p>words that make a page of some length<a href=/bad>bad</a><a href=/>home</a>")
		return true
	}
	serve := func(bad func(w http.ResponseWriter, r *http.Request, size int)) func(*place, int) http.Handler {
		return func(_ *place, size int) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case start(w, r):
				case r.URL.Path == "/bad":
					bad(w, r, size)
				default:
					http.NotFound(w, r)
				}
			})
		}
	}
	html := func(w http.ResponseWriter) { w.Header().Set("Content-Type", "text/html") }
	cases := []hostile{
		{
			name: "live: body without an end", args: quick, ends: ends(incomplete),
			serve: serve(func(w http.ResponseWriter, r *http.Request, _ int) {
				html(w)
				pour(r, w, "<a href=/gone>gone</a>", 1<<62)
			}),
		},
		{
			name: "live: body that promises more", args: quick, ends: ends(incomplete),
			serve: serve(func(w http.ResponseWriter, _ *http.Request, _ int) {
				html(w)
				w.Header().Set("Content-Length", strconv.Itoa(1<<60))
				_, _ = io.WriteString(w, "<p>begin")
			}),
		},
		{
			// It has more links than are read of one page.
			name: "live: page of 60 MB", size: 60 * million, unit: "bytes", args: []string{"--external=false", "{site}"}, ends: ends(failed, incomplete),
			serve: serve(func(w http.ResponseWriter, r *http.Request, size int) {
				html(w)
				pour(r, w, "<a href=/gone>gone</a>", size)
			}),
		},
		{
			name: "live: pages of 60 MB, many at once", size: 40, unit: "pages", args: []string{"--external=false", "{site}"}, ends: ends(clean, incomplete),
			serve: numbered(func(w http.ResponseWriter, r *http.Request) {
				html(w)
				pour(r, w, "<p>words of the page "+r.URL.Path+"<a href=/>home</a>", 60*million)
			}),
		},
		{
			// Each byte becomes three.
			name: "live: pages of 60 MB in windows-1252, many at once", size: 40, unit: "pages", ends: ends(clean, incomplete),
			args: []string{"--external=false", "{site}"}, env: []string{"GOMAXPROCS=16"},
			serve: numbered(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=windows-1252")
				pour(r, w, r.URL.Path+strings.Repeat("\x80", 1000), 60*million)
			}),
		},
		{
			// A run ends after 200,000 broken links.
			name: "live: a million links to nothing", size: million, unit: "links", args: []string{"--external=false", "{site}"}, ends: ends(failed, incomplete),
			serve: serve(func(w http.ResponseWriter, r *http.Request, size int) {
				html(w)
				b := bufio.NewWriter(w)
				for i := range size {
					_, _ = fmt.Fprintf(b, "<a href=/x/%s>", name(i))
				}
				_ = b.Flush()
			}),
		},
		{
			name: "live: a million header lines", size: million, unit: "lines", args: quick, ends: ends(incomplete),
			serve: serve(func(w http.ResponseWriter, _ *http.Request, size int) {
				raw(w, func(b *bufio.Writer) {
					_, _ = b.WriteString("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n")
					for i := range size {
						_, _ = fmt.Fprintf(b, "X-%d: a\r\n", i)
					}
					_, _ = b.WriteString("\r\n<p>end")
				})
			}),
		},
		{
			name: "live: a header without an end", args: quick, ends: ends(incomplete),
			serve: serve(func(w http.ResponseWriter, r *http.Request, _ int) {
				raw(w, func(b *bufio.Writer) {
					_, _ = b.WriteString("HTTP/1.1 200 OK\r\nX: ")
					pour(r, b, "aaaaaaaaaaaaaaaa", 1<<40)
				})
			}),
		},
		{
			name: "live: chunks of one byte, without an end", args: quick, ends: ends(incomplete),
			serve: serve(func(w http.ResponseWriter, r *http.Request, _ int) {
				raw(w, func(b *bufio.Writer) {
					_, _ = b.WriteString("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n")
					pour(r, b, "1;"+strings.Repeat("x", 1000)+"\r\na\r\n", 1<<40)
				})
			}),
		},
		{
			name: "live: interim answers without an end", args: quick, ends: ends(incomplete),
			serve: serve(func(w http.ResponseWriter, r *http.Request, _ int) {
				raw(w, func(b *bufio.Writer) { pour(r, b, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", 1<<40) })
			}),
		},
		{
			name: "live: redirects without an end", args: quick, ends: ends(failed),
			serve: func(*place, int) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if start(w, r) {
						return
					}
					n, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/bad"))
					if r.URL.Path != "/bad" && n == 0 {
						http.NotFound(w, r)
						return
					}
					w.Header().Set("Location", fmt.Sprintf("/bad%d", n+1))
					w.WriteHeader(http.StatusFound)
				})
			},
		},
		{
			name: "live: a redirect to a megabyte", args: quick, ends: ends(failed, incomplete),
			serve: serve(func(w http.ResponseWriter, _ *http.Request, _ int) {
				w.Header().Set("Location", "/"+strings.Repeat("a", 900_000))
				w.WriteHeader(http.StatusFound)
			}),
		},
		{
			name: "live: chain of meta refreshes", size: 20_000, unit: "pages", args: []string{"--external=false", "{site}"}, ends: ends(clean),
			serve: func(_ *place, size int) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					n, err := strconv.Atoi(r.URL.Path[1:])
					if r.URL.Path != "/" && (err != nil || n > size) {
						http.NotFound(w, r)
						return
					}
					html(w)
					_, _ = fmt.Fprintf(w, "<title>%d</title><p>page number %[1]d of several", n)
					if n < size {
						_, _ = fmt.Fprintf(w, "<meta http-equiv=refresh content='0; url=/%d'>", n+1)
					}
				})
			},
		},
		{
			name: "live: base that grows with each page", args: []string{"--external=false", "--max-pages=5000", "{site}"}, ends: ends(clean, failed, incomplete),
			serve: func(*place, int) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					html(w)
					_, _ = fmt.Fprintf(w, "<title>%s</title><base href='%[1]s/deeper/'><a href=a>a</a><a href=b>b</a>", r.URL.Path[:min(len(r.URL.Path), 100)])
				})
			},
		},
		{
			name: "live: index of a hundred thousand sitemaps", size: 100_000, unit: "sitemaps", args: []string{"--external=false", "{site}"}, ends: ends(clean, failed, incomplete),
			serve: func(_ *place, size int) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if start(w, r) {
						return
					}
					switch {
					case r.URL.Path == "/bad":
						html(w)
					case r.URL.Path == "/sitemap.xml":
						w.Header().Set("Content-Type", "application/xml")
						b := bufio.NewWriter(w)
						_, _ = b.WriteString("<sitemapindex>")
						for i := range size {
							_, _ = fmt.Fprintf(b, "<sitemap><loc>http://%s/s/%d.xml</loc></sitemap>", r.Host, i)
						}
						_, _ = b.WriteString("</sitemapindex>")
						_ = b.Flush()
					case strings.HasPrefix(r.URL.Path, "/s/"):
						w.Header().Set("Content-Type", "application/xml")
						_, _ = fmt.Fprintf(w, "<sitemapindex><sitemap><loc>http://%s%s.xml</loc></sitemap></sitemapindex>", r.Host, r.URL.Path)
					default:
						http.NotFound(w, r)
					}
				})
			},
		},
		{
			name: "live: robots.txt of 100 MB", size: 100 * million, unit: "bytes", args: []string{"--external=false", "{site}"}, ends: ends(clean, failed, incomplete),
			serve: func(_ *place, size int) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					switch {
					case start(w, r):
					case r.URL.Path == "/bad":
						html(w)
						_, _ = io.WriteString(w, "<p>a page of words")
					case r.URL.Path == "/robots.txt":
						w.Header().Set("Content-Type", "text/plain")
						pour(r, w, "Sitemap: /gone.xml\n", size)
					default:
						http.NotFound(w, r)
					}
				})
			},
		},
		{
			name: "live: cookies without an end", args: []string{"--external=false", "--max-pages=200", "{site}"}, ends: ends(clean, failed, incomplete),
			serve: func(*place, int) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					html(w)
					for i := range 100 {
						w.Header().Add("Set-Cookie", fmt.Sprintf("c%d%s=%s; Path=/", i, strings.ReplaceAll(r.URL.Path, "/", "-"), strings.Repeat("v", 2000)))
					}
					_, _ = fmt.Fprintf(w, "<title>%s</title><a href=a/>a</a><a href=b/>b</a>", r.URL.Path)
				})
			},
		},
	}
	// linkvet asks for gzip alone. A server may send others all the same.
	codings := map[string]func(b *bufio.Writer, text string, size int){"gzip": bomb, "deflate": deflated, "zstd": standard, "gzip, gzip, gzip": threefold}
	for _, coding := range slices.Sorted(maps.Keys(codings)) {
		cases = append(cases, hostile{
			name: "live: ten gigabytes packed as " + coding, args: []string{"{site}"}, ends: ends(incomplete),
			serve: serve(func(w http.ResponseWriter, _ *http.Request, _ int) {
				html(w)
				w.Header().Set("Content-Encoding", coding)
				b := bufio.NewWriter(w)
				codings[coding](b, "<p>", 10_000*million)
				_ = b.Flush()
			}),
		})
	}
	cases = append(cases, hostile{
		name: "live: packed sitemap of 10 GB", args: []string{"{site}"}, ends: ends(incomplete),
		serve: func(*place, int) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case start(w, r):
				case r.URL.Path == "/bad":
					html(w)
					_, _ = io.WriteString(w, "<p>a page of words")
				case r.URL.Path == "/sitemap.xml":
					w.Header().Set("Content-Type", "application/gzip")
					b := bufio.NewWriter(w)
					bomb(b, "<urlset>", 10_000*million)
					_ = b.Flush()
				default:
					http.NotFound(w, r)
				}
			})
		},
	})
	return cases
}

// numbered serves a start page with links to so many pages, which are numbered.
func numbered(page http.HandlerFunc) func(*place, int) http.Handler {
	return func(_ *place, size int) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n, err := strconv.Atoi(r.URL.Path[1:])
			switch {
			case r.URL.Path == "/":
				w.Header().Set("Content-Type", "text/html")
				for i := range size {
					_, _ = fmt.Fprintf(w, "<a href=/%d>words for %[1]d</a>", i)
				}
			case err != nil || n >= size:
				http.NotFound(w, r)
			default:
				page(w, r)
			}
		})
	}
}

// pour writes text again and again, until size bytes were written or the client has
// gone.
func pour(r *http.Request, w io.Writer, text string, size int) {
	block := []byte(strings.Repeat(text, 1+(32<<10)/len(text)))
	for size > 0 && r.Context().Err() == nil {
		n, err := w.Write(block[:min(size, len(block))])
		if err != nil {
			return
		}
		size -= n
	}
}

// raw answers by hand, and closes the connection.
func raw(w http.ResponseWriter, write func(b *bufio.Writer)) {
	conn, b, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	// A client that reads nothing more must not hold the server.
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	write(b.Writer)
	_ = b.Flush()
	_ = conn.Close()
}
