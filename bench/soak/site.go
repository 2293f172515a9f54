package main

import (
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// serveSite answers for the site.
func (s *server) serveSite(w http.ResponseWriter, r *http.Request) {
	s.requests.Add(1)
	s.vary(w)
	if n, ok := s.pageAt(r.URL.Path); ok {
		s.pacer.wait(s.Latency)
		s.answerPage(w, r, n)
		return
	}
	n, ok := number(r.URL.Path)
	name, _, _ := cutLast(strings.TrimPrefix(r.URL.Path, "/"), "-")
	kind, step, _ := strings.Cut(name, "-")
	switch {
	case r.URL.Path == "/style.css":
		w.Header().Set("Content-Type", "text/css")
		_, _ = fmt.Fprintf(w, "body{margin:%dpx}", mathrand.IntN(100))
	case !ok || n >= s.Pages:
		http.NotFound(w, r)
	default:
		s.answerOther(w, r, kind, step, n)
	}
}

// vary gives an answer headers that differ each time.
func (s *server) vary(w http.ResponseWriter) {
	w.Header().Set("ETag", fmt.Sprintf("%q", strconv.FormatUint(mathrand.Uint64(), 36)))
	w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
	w.Header().Set("Set-Cookie", fmt.Sprintf("visit=%x; Path=/", mathrand.Uint64()))
}

// answerPage answers for page n, with its fault for as long as that lasts.
func (s *server) answerPage(w http.ResponseWriter, r *http.Request, n int) {
	try := int(s.tries[n].Add(1)) - 1
	x := exchange{body: s.content(n), timeout: s.Timeout}
	f, faulty := s.transientAt(s.faults, n, 0, try)
	if faulty {
		s.note(f.name)
	}
	if (!faulty || f.delivers) && r.Method != http.MethodHead {
		if s.hasFresh(n) && !s.fresh[n].Swap(true) {
			s.note("page that is new")
		}
		if !s.read[n].Swap(true) {
			s.pages.Add(1)
		}
	}
	if faulty {
		f.do(w, r, x)
		return
	}
	if n%3 == 0 {
		w.Header().Set("Content-Encoding", "gzip")
		x.body = pack(x.body)
	}
	whole(w, r, x)
}

// answerOther answers for what is on the site besides its pages.
func (s *server) answerOther(w http.ResponseWriter, r *http.Request, kind, step string, n int) {
	switch kind {
	case "fresh":
		if !s.fresh[n].Load() {
			http.NotFound(w, r)
			return
		}
		s.pages.Add(1)
		whole(w, r, exchange{body: document(fmt.Sprintf("New page %d", n), []string{anchor("/"), anchor(s.page(n))})})
	case "image":
		s.answerImage(w, r, n)
	case "hop":
		s.note("temporary redirect")
		to, left := s.page(n/2), step
		if i, err := strconv.Atoi(left); err == nil && i > 1 {
			to = fmt.Sprintf("/hop-%d-%d", i-1, n)
		}
		http.Redirect(w, r, to, []int{302, 303, 307}[n/hopEvery%3])
	case "moved":
		http.Redirect(w, r, s.page(n/2), http.StatusMovedPermanently)
	case "gone", "loop", "deep", "failing", "teapot":
		refuse(w, r, kind, step, n)
	default:
		http.NotFound(w, r)
	}
}

// answerImage answers for an image; HEAD is refused for some.
func (s *server) answerImage(w http.ResponseWriter, r *http.Request, n int) {
	if r.Method == http.MethodHead && n/imageEvery%200 == 0 {
		s.note("HEAD reset")
		write(w, "", true)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(make([]byte, 1<<10+mathrand.IntN(4<<10)))
}

// refuse answers with a permanent fault.
func refuse(w http.ResponseWriter, r *http.Request, kind, step string, n int) {
	switch kind {
	case "gone":
		w.WriteHeader(http.StatusGone)
	case "loop":
		w.Header().Del("Set-Cookie") // with other cookies it might lead elsewhere
		to := fmt.Sprintf("/loop-on-%d", n)
		if step != "" {
			to = fmt.Sprintf("/loop-%d", n)
		}
		http.Redirect(w, r, to, http.StatusFound)
	case "deep":
		i, _ := strconv.Atoi(step)
		http.Redirect(w, r, fmt.Sprintf("/deep-%d-%d", i+1, n), http.StatusFound)
	case "failing":
		w.WriteHeader(http.StatusInternalServerError)
	case "teapot":
		w.WriteHeader(http.StatusTeapot)
	}
}
