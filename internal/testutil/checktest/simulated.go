package checktest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Simulated is a live site of numbered pages that link to each other at random
// and answer after a random time. It is a Client for virtual time.
type Simulated struct {
	Links   [][]int
	Latency func() time.Duration

	mu          sync.Mutex
	Asked       map[string]int
	inside      int
	MaxInFlight int
	request     int64
}

// NewSimulated returns a site of so many pages. The seed decides how they link.
func NewSimulated(pages int, seed uint64) *Simulated {
	random := rand.New(rand.NewPCG(seed, 0))
	s := &Simulated{Asked: map[string]int{}, Links: make([][]int, pages)}
	for i := range s.Links {
		for range random.IntN(5) {
			s.Links[i] = append(s.Links[i], random.IntN(pages))
		}
	}
	s.Links[0] = append(s.Links[0], 1, 2, 3)
	s.Latency = func() time.Duration { return time.Duration(random.IntN(1000)) * time.Millisecond }
	return s
}

// Requests is how many requests were made.
func (s *Simulated) Requests() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.request
}

// Do answers a request after the latency of the site.
func (s *Simulated) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	u := r.URL
	s.mu.Lock()
	s.Asked[u.Path]++
	s.request++
	s.inside++
	s.MaxInFlight = max(s.MaxInFlight, s.inside)
	wait := s.Latency()
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.inside--
	}()
	select {
	case <-ctx.Done():
		return nil, &fetch.Error{Reason: link.NotReached, Message: "the run ended first"}
	case <-time.After(wait):
	}
	return s.Answer(u), nil
}

// Answer is the response for a URL.
func (s *Simulated) Answer(u weburl.URL) *fetch.Response {
	var page int
	if _, err := fmt.Sscanf(u.Path, "/%d", &page); err != nil || page >= len(s.Links) {
		if u.Path != "/" {
			return &fetch.Response{Status: 404, URL: u}
		}
	}
	var body strings.Builder
	for _, to := range s.Links[page] {
		fmt.Fprintf(&body, `<a href="/%d#x">x</a>`, to)
	}
	return &fetch.Response{Status: 200, URL: u, HTML: true, Body: []byte(body.String())}
}

// Depths are the lengths of the shortest ways from page 0, by a plain search in
// breadth; pages without a way are not in it.
func (s *Simulated) Depths() map[int]int {
	depth := map[int]int{0: 0}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for _, to := range s.Links[queue[0]] {
			if _, ok := depth[to]; !ok {
				depth[to] = depth[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return depth
}
