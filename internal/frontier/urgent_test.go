package frontier

import (
	"context"
	"slices"
	"testing"
)

func TestUrgentWorkGoesFirst(t *testing.T) {
	t.Parallel()
	f := New[string](func(string, bool) int { return 0 })
	for _, item := range []string{"page 1", "page 2", "page 3"} {
		f.Add("site", item)
	}
	f.AddUrgent("site", "style 1")
	f.AddUrgent("site", "style 2")
	var order []string
	f.Run(t.Context(), 1, func(_ context.Context, item string) {
		if order = append(order, item); item == "page 1" {
			f.AddUrgent("site", "style 3")
		}
	})
	if want := []string{"style 1", "style 2", "page 1", "style 3", "page 2", "page 3"}; !slices.Equal(order, want) {
		t.Errorf("order %q, want %q", order, want)
	}
}

func TestUrgentWorkThatWasNotBegun(t *testing.T) {
	t.Parallel()
	f := New[string](func(string, bool) int { return 0 })
	f.Add("site", "page")
	f.AddUrgent("site", "style")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if left := f.Run(ctx, 1, func(context.Context, string) {}); !slices.Equal(left, []string{"style", "page"}) {
		t.Errorf("left %q", left)
	}
}
