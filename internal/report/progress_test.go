package report

import (
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	const want = "checking: 530 pages, 177,999 links, 1,094 requests; 5 broken, 4,115 unverified so far (40s)"
	if got := Progress(530, 177_999, 1094, 5, 4115, 40*time.Second+time.Millisecond); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
