package cli_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLiveNetworkThatLeadsNowhere holds that a run is no check of external links when
// none of many hosts answers: that is the network of the machine.
func TestLiveNetworkThatLeadsNowhere(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/": page("other")})
	var dead []string
	for i := range 5 {
		// Nothing listens at that port of this machine.
		dead = append(dead, fmt.Sprintf("http://127.0.1.%d:1/", i+1))
	}
	for name, test := range map[string]struct {
		links  []string
		status int
	}{
		"no host answers":   {dead, incomplete},
		"few hosts":         {dead[:4], clean},
		"one host answers":  {slices.Concat(dead, []string{other.URL + "/"}), clean},
		"one host, 5 links": {[]string{dead[0], dead[0] + "a", dead[0] + "b", dead[0] + "c", dead[0] + "d"}, clean},
		"one answers a 404": {slices.Concat(dead, []string{other.URL + "/lost"}), failed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, site{"/": page(links(test.links...))})
			r := check(t, "--allow-private", "--retries=0", s.URL+"/")
			said := slices.ContainsFunc(r.problems, func(p string) bool {
				return strings.HasPrefix(p, "none of 5 external hosts answered (5 connection-refused): 5 external targets are not checked; ")
			})
			if r.status != test.status || said != (test.status == incomplete) {
				t.Errorf("status %d, want %d, problems %q", r.status, test.status, r.problems)
			}
		})
	}
}
