package target_test

import (
	"fmt"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
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
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(dead...))})
	r := livetest.Check(t, "--allow-private", "--retries=0", s.URL+"/")
	r.Found(t, livetest.Clean, want)
}
