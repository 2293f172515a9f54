package cause

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBases(t *testing.T) {
	t.Parallel()
	const src = "<base href=a><BASE\nhref='b' /><baseline x><basefont><p>base <base/><a <base target=_top"
	want := []string{"base href=a", "BASE\nhref='b' /", "base/", "base target=_top"}
	if diff := cmp.Diff(want, bases([]byte(src))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
