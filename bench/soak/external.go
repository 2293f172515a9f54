package main

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// serveExternal answers for an external host.
func (s *server) serveExternal(w http.ResponseWriter, r *http.Request, kind hostKind) {
	s.externalRequests.Add(1)
	s.vary(w)
	time.Sleep(s.Latency)
	switch kind {
	case forbiddingHost:
		w.WriteHeader(http.StatusForbidden)
		return
	case limitingHost:
		status(http.StatusTooManyRequests, http.Header{"Retry-After": {"3600"}})(w, r, exchange{})
		return
	case failingHost:
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	n, ok := number(r.URL.Path)
	name, _, _ := cutLast(strings.TrimPrefix(r.URL.Path, "/"), "-")
	step, isStep := strings.CutPrefix(name, "deep-")
	switch {
	case r.URL.Path == "/":
		whole(w, r, exchange{body: document("A host", nil)})
	case !ok || n >= s.Externals:
		http.NotFound(w, r)
	case isStep:
		refuse(w, r, "deep", step, n)
	case strings.HasPrefix(name, "loop"):
		refuse(w, r, "loop", strings.TrimPrefix(name, "loop"), n)
	case name == "here":
		whole(w, r, exchange{body: document("Here", nil)})
	default:
		s.answerLink(w, r, n)
	}
}

// answerLink answers for external link e.
func (s *server) answerLink(w http.ResponseWriter, r *http.Request, e int) {
	switch f := s.externalFault(e); f {
	case lostLink:
		http.NotFound(w, r)
	case goneLink, teapotLink, failingLink:
		refuse(w, r, map[externalFault]string{goneLink: "gone", teapotLink: "teapot", failingLink: "failing"}[f], "", e)
	case loopLink:
		refuse(w, r, "loop", "", e)
	case deepLink:
		refuse(w, r, "deep", "0", e)
	case movedLink:
		http.Redirect(w, r, fmt.Sprintf("/here-%d", e), http.StatusMovedPermanently)
	case forbiddenLink:
		w.WriteHeader(http.StatusForbidden)
	case resettingLink:
		write(w, "", true)
	case silentLink:
		silence(w, r, exchange{})
	default:
		s.answerGood(w, r, e)
	}
}

// limitedHosts is how many hosts there are to one that asks for patience.
const limitedHosts = 20

// answerGood answers for an external link that is good, with its passing fault.
func (s *server) answerGood(w http.ResponseWriter, r *http.Request, e int) {
	x := exchange{body: document(fmt.Sprintf("Link %d", e), nil), timeout: s.Timeout}
	if r.Method == http.MethodHead && s.refuseHead(w, e) {
		return
	}
	try := int(s.externalTries[e].Add(1)) - 1
	if h := s.hostOf(e); h%limitedHosts == limitedHosts-1 && e/s.Hosts%50 == 3 && try == 0 {
		s.note("external: 429 or 503 with Retry-After")
		status([]int{429, 503}[h/limitedHosts%2], http.Header{"Retry-After": {"1"}})(w, r, x)
		return
	}
	if f, ok := s.transientAt(s.external, e+1, 100, try); ok {
		s.note("external: " + f.name)
		f.do(w, r, x)
		return
	}
	whole(w, r, x)
}

// refuseHead answers HEAD for the links that do not take it.
func (s *server) refuseHead(w http.ResponseWriter, e int) bool {
	switch s.mix(e, saltTwice) % 60 {
	case 0:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case 1:
		w.WriteHeader(http.StatusNotFound)
	case 2:
		write(w, "", true)
	default:
		return false
	}
	s.note("external: HEAD refused")
	return true
}
