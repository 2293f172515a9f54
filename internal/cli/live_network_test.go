package cli_test

import (
	"fmt"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestLiveHostsThatRefuseAreWithinReach holds that hosts which refuse are no problem
// of the network, however many they are.
func TestLiveHostsThatRefuseAreWithinReach(t *testing.T) {
	t.Parallel()
	var dead []string
	want := map[string]link.Reason{}
	for i := range 8 {
		// Nothing listens at that port of this machine.
		dead = append(dead, fmt.Sprintf("http://127.0.1.%d:1/", i+1))
		want[dead[i]] = link.ConnectionRefused
	}
	s := serve(t, site{"/": page(links(dead...))})
	r := check(t, "--allow-private", "--retries=0", s.URL+"/")
	r.found(t, clean, want)
}
