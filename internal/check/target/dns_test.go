package target_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"syscall"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestNamesThatCannotBeLookedUp(t *testing.T) {
	t.Parallel()
	noServer := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "udp", Err: syscall.ENETUNREACH}
	}}
	manyHosts := func(n int) (page string) {
		for i := range n {
			page += fmt.Sprintf("<a href=https://www.host%d.test/>x</a> <a href=https://www.host%d.test/2>x</a>", i, i)
		}
		return page
	}
	tests := map[string]struct {
		page    string
		names   *net.Resolver
		reason  link.Reason
		problem string
		// doubted is whether the message says that no other host was found.
		doubted bool
	}{
		"no name server":           {page: manyHosts(20), names: noServer, reason: link.DNSTemporary, problem: "40 external targets are not checked", doubted: false},
		"no name exists":           {page: manyHosts(20), names: fewNames(t, false), reason: link.DNSTemporary, problem: "40 external targets are not checked", doubted: false},
		"one name exists":          {page: manyHosts(20) + "<a href=http://" + upName + ":1/>x</a>", names: fewNames(t, true), reason: link.DNSNotFound, problem: "", doubted: false},
		"no name of a few":         {page: manyHosts(2), names: fewNames(t, false), reason: link.DNSNotFound, problem: "", doubted: true},
		"no name of one":           {page: manyHosts(1), names: fewNames(t, false), reason: link.DNSNotFound, problem: "", doubted: true},
		"many names of one domain": {page: "<a href=https://a.x.test>x</a><a href=https://b.x.test>x</a><a href=https://c.x.test>x</a>", names: fewNames(t, false), reason: link.DNSNotFound, problem: "", doubted: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := checkPage(t, "<!doctype html><title>x</title>"+test.page, test.names)
			found := 0
			for _, f := range r.Findings {
				if strings.Contains(f.Target, upName) {
					continue
				}
				found++
				if f.Reason != test.reason || f.Verdict != link.VerdictOf(test.reason, false) {
					t.Errorf("%s is %s, %s (%s); want %s", f.Target, f.Verdict, f.Reason, f.Message, test.reason)
				}
				const doubt = "; no other external host was found in this run: check the network"
				if strings.HasSuffix(f.Message, doubt) != test.doubted {
					t.Errorf("the message about %s is %q; want the doubt: %v", f.Target, f.Message, test.doubted)
				}
			}
			if found == 0 {
				t.Error("nothing was found")
			}
			if test.problem == "" != r.Complete || !strings.Contains(strings.Join(r.Problems, "\n"), test.problem) {
				t.Errorf("complete %v, problems %q; want %q", r.Complete, r.Problems, test.problem)
			}
		})
	}
}
