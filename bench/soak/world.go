package main

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// world describes the site and the hosts around it. Everything in it follows from
// its fields, so that the server and the judge of the report agree without a list.
type world struct {
	// Pages is the number of pages that exist from the start, Hosts that of external
	// hosts, and Externals that of distinct links to them.
	Pages, Hosts, Externals int
	// Seed selects which requests meet a fault.
	Seed uint64
	// Timeout is what linkvet is told. Answers that take too long take more.
	Timeout time.Duration
	// Minutes is how long the server makes the crawl last; 0 is as fast as it can.
	Minutes float64
	// Latency is what each answer takes at least.
	Latency time.Duration
	// Without names passing faults to leave out; without silence no host and no
	// link is silent either.
	Without []string
	// Port is the port of all hosts, once the server listens.
	Port int
}

// The parts of the site.
const (
	// children is the number of pages that each page is the first to link to. It is
	// small, so that pages are found during the whole crawl.
	children = 2
	// freshEvery is how many pages there are to each page that comes into existence
	// during the crawl.
	freshEvery = 20
	// imageEvery and hopEvery are how many pages there are to an image, and to a
	// chain of temporary redirects.
	imageEvery, hopEvery = 20, 50
	// hops is the length of such a chain.
	hops = 3
	// parts is the number of ids that a page always has.
	parts = 6
	// folders is the number of folders that pages are in.
	folders = 200
)

// mix returns a number that looks random and follows from n, salt and the seed.
func (w *world) mix(n int, salt uint64) uint64 {
	x := uint64(n)*0x9e3779b97f4a7c15 + salt*0xbf58476d1ce4e5b9 + w.Seed
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// The salts of mix.
const (
	saltPath = iota + 1
	saltFault
	saltKind
	saltTwice
	saltExternal
	saltExternalFault
)

// page returns the path of page n.
func (w *world) page(n int) string {
	if n == 0 {
		return "/"
	}
	x := w.mix(n, saltPath)
	return fmt.Sprintf("/%s-%d/%s-%s-%d", word(x), n%folders, word(x>>16), word(x>>32), n)
}

// number returns the number at the end of a path, such as 12 in "/lost-12".
func number(path string) (int, bool) {
	_, digits, ok := cutLast(path, "-")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n >= 0
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// pageAt returns the number of the page at a path.
func (w *world) pageAt(path string) (int, bool) {
	if path == "/" {
		return 0, true
	}
	n, ok := number(path)
	return n, ok && n > 0 && n < w.Pages && w.page(n) == path
}

// hasFresh reports whether page n links to a page that comes into existence with
// that link.
func (w *world) hasFresh(n int) bool { return n%freshEvery == 3 }

// allPages is the number of pages that there are in the end.
func (w *world) allPages() int {
	fresh := 0
	for n := range w.Pages {
		if w.hasFresh(n) {
			fresh++
		}
	}
	return w.Pages + fresh
}

// external returns the number of the external link on page n.
func (w *world) external(n int) (int, bool) {
	before, after := n*w.Externals/w.Pages, (n+1)*w.Externals/w.Pages
	return before, after > before
}

// hostKind is what all links to a host meet.
type hostKind int

const (
	goodHost hostKind = iota
	refusingHost
	silentHost
	resettingHost
	untrustedHost // its certificate is nobody's
	unencryptedHost
	forbiddingHost
	limitingHost
	failingHost
	hostKinds
)

// kindEvery is how many hosts there are to one of each kind.
const kindEvery = 100

// hostKind returns what host h does.
func (w *world) hostKind(h int) hostKind {
	kind := hostKind(h%kindEvery + 1)
	if kind >= hostKinds || kind == silentHost && w.leavesOut(silenceName) {
		return goodHost
	}
	return kind
}

// leavesOut reports whether a fault is left out.
func (w *world) leavesOut(name string) bool { return slices.Contains(w.Without, name) }

// address returns the address of host h.
func (w *world) address(h int) string {
	return fmt.Sprintf("127.1.%d.%d:%d", h/250, h%250+1, w.Port)
}

// hostOf returns the host of external link e.
func (w *world) hostOf(e int) int { return e % w.Hosts }

// externalURL returns external link e.
func (w *world) externalURL(e int) string {
	h := w.hostOf(e)
	scheme := "http"
	if kind := w.hostKind(h); kind == untrustedHost || kind == unencryptedHost {
		scheme = "https"
	}
	x := w.mix(e, saltExternal)
	u := url.URL{Scheme: scheme, Host: w.address(h), Path: fmt.Sprintf("/%s/%s-%d", word(x), word(x>>16), e)}
	return u.String()
}

// site returns the URL of the site.
func (w *world) site() string { return fmt.Sprintf("http://127.0.0.1:%d", w.Port) }

// words are what pages are made of.
var words = strings.Fields(`anchor archive arrow balance basket beacon border branch bridge bronze bucket button
cabinet candle canvas carbon castle cellar channel chapter circle clover cobalt copper corner cotton cradle crystal
dagger damper desert dollar domain donkey drawer eagle ember engine estate fabric falcon feather fiber filter finger
flame flower forest fossil fountain galaxy garden garlic glacier goblet granite gravel hammer harbor hazel helmet
hollow honey island ivory jacket jasmine jersey jungle kernel kettle ladder lagoon lantern laurel leather ledger lemon
lentil linen magnet mantle maple marble meadow mirror mosaic motor mountain needle nickel north oasis olive orbit
orchard oyster paddle palace pencil pepper pillar pilot planet pocket prairie quarry quartz rabbit radar ribbon river
rocket saddle saffron sailor salmon satin shadow shelter signal silver socket spiral spring summit tablet temple thread
timber tunnel turbine valley velvet violet walnut willow window winter zephyr zinc`)

// word returns one of the words.
func word(x uint64) string { return words[x%uint64(len(words))] }
