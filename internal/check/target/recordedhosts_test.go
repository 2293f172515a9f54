package target_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/dns/dnsmessage"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// allNames answers that each host is on loopback. It loses no question, however many there are.
func allNames() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		here, there := net.Pipe()
		go func() {
			defer there.Close()
			for answerName(there) == nil {
			}
		}()
		return here, nil
	}}
}

// answerName answers one question for a name.
func answerName(conn net.Conn) error {
	var size [2]byte
	if _, err := io.ReadFull(conn, size[:]); err != nil {
		return err
	}
	question := make([]byte, binary.BigEndian.Uint16(size[:]))
	if _, err := io.ReadFull(conn, question); err != nil {
		return err
	}
	var m dnsmessage.Message
	if err := m.Unpack(question); err != nil {
		return err
	}
	m.Header = dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true}
	m.Additionals = nil
	if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
		m.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 60},
			Body:   &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
		}}
	}
	reply, err := m.AppendPack(make([]byte, 2, 512))
	if err != nil {
		return err
	}
	binary.BigEndian.PutUint16(reply, uint16(len(reply)-2))
	_, err = conn.Write(reply)
	return err
}

// counted counts the requests of hosts that are answered at once, and those of each run.
type counted struct {
	mu         sync.Mutex
	now, most  map[string]int
	asked      map[string]int
	askers     map[string]map[string]bool
	mostAtOnce int
}

func newCounted() *counted {
	return &counted{now: map[string]int{}, most: map[string]int{}, asked: map[string]int{}, askers: map[string]map[string]bool{}}
}

func (c *counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	c.asked[r.Host]++
	c.now[r.Host]++
	c.most[r.Host] = max(c.most[r.Host], c.now[r.Host])
	c.mostAtOnce = max(c.mostAtOnce, c.now[r.Host])
	if c.askers[r.Host] == nil {
		c.askers[r.Host] = map[string]bool{}
	}
	c.askers[r.Host][r.UserAgent()] = true
	c.mu.Unlock()
	time.Sleep(2 * time.Millisecond)
	if len(r.URL.Path) > 2 && r.URL.Path[len(r.URL.Path)-1] == '7' {
		http.NotFound(w, r)
	}
	c.mu.Lock()
	c.now[r.Host]--
	c.mu.Unlock()
}

// TestManyHostsInEightShares requests the targets of many hosts in eight shares at once. By
// hand, with LINKVET_HOSTS=5000, it is the evidence for 100,000 targets.
func TestManyHostsInEightShares(t *testing.T) {
	t.Parallel()
	hosts := 40
	if value := os.Getenv("LINKVET_HOSTS"); value != "" {
		var err error
		if hosts, err = strconv.Atoi(value); err != nil {
			t.Fatal(err)
		}
	}
	const targets, shares = 20, 8
	one, many := newCounted(), newCounted()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.UserAgent() == "one run" {
			one.ServeHTTP(w, r)
		} else {
			many.ServeHTTP(w, r)
		}
	}))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	file := factsFile(t, 1, 1, func(w *facts.Writer) {
		for i := range hosts * targets {
			to := fmt.Sprintf("http://h%d.test:%s/t/%d", i%hosts, port, i/hosts)
			target.RecordLink(w, checktest.MustParse(t, to), "", &link.Occurrence{Page: fmt.Sprintf("/%d", i), Line: 1, Column: 1, Element: "a", Link: to})
		}
	})
	from := target.Recorded{Links: []*facts.File{file}}
	names := allNames()
	j := checktest.NewJob(t, "--allow-private", "--retries=0")
	as := func(run string) *check.Job {
		job := *j
		client := fetch.New(fetch.Options{AllowPrivate: true, Timeout: time.Minute, UserAgent: run, Resolver: names})
		t.Cleanup(client.Close)
		job.Client, job.Progress = client, &check.Progress{}
		return &job
	}
	began := time.Now()
	want := reportOf(t, as("one run"), from)
	t.Logf("one run: %v, %d targets, at most %d requests at once to a host", time.Since(began).Round(time.Millisecond), want.Stats.Targets, one.mostAtOnce)

	began = time.Now()
	answers := make([]*facts.File, shares)
	var group sync.WaitGroup
	for i := range shares {
		group.Go(func() {
			share := from
			share.Shard, share.Shards = i+1, shares
			job := as(fmt.Sprintf("share %d", i+1))
			answers[i] = factsFile(t, i+1, shares, func(w *facts.Writer) {
				job.Facts = w
				checker := newChecker(job)
				if err := checker.AskRecorded(t.Context(), share); err != nil {
					t.Error(err)
				}
				checker.JudgePending()
				checker.KeepAnswers(w)
			})
		})
	}
	group.Wait()
	t.Logf("eight shares at once: %v, at most %d requests at once to a host", time.Since(began).Round(time.Millisecond), many.mostAtOnce)
	wrong := 0
	for host, n := range many.most {
		if wrong > 20 {
			break
		}
		if n > j.Config.HostConcurrency || len(many.askers[host]) != 1 || many.asked[host] != one.asked[host] {
			wrong++
			t.Errorf("%s had %d requests at once and %d in all, from %v; one run sent %d", host, n, many.asked[host], many.askers[host], one.asked[host])
		}
	}
	if len(many.asked) != hosts {
		t.Errorf("%d hosts were asked, want %d", len(many.asked), hosts)
	}
	began = time.Now()
	from.Answers = answers
	got := reportOf(t, as("merge"), from)
	t.Logf("merge: %v", time.Since(began).Round(time.Millisecond))
	if diff := cmp.Diff(want.Findings, got.Findings); diff != "" {
		t.Errorf("findings (-one run +merged):\n%s", check.Shorten(diff, 10_000))
	}
	if want.Stats.Broken != hosts*2 || want.Stats.Targets != hosts*targets || got.Stats.Targets != want.Stats.Targets || got.Stats.OK != want.Stats.OK {
		t.Errorf("one run: %+v, merge: %+v", want.Stats, got.Stats)
	}
	for host, askers := range many.askers {
		if askers["merge"] {
			t.Errorf("the merge asked %s", host)
		}
	}
}
