package markup_test

import (
	"context"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestReadEndsWithItsContext reads with a context that has ended.
func TestReadEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range fuzzed {
		src := []byte(strings.Repeat("[x](/no/) <a href=/no/>x</a> link:/no/[x] `x </no/>`_ [[/no/][x]]\nurl: /no/\n", 5000))
		all := len(markup.Read(t.Context(), name, src, markuptest.All).Links)
		some := len(markup.Read(ctx, name, src, markuptest.All).Links)
		if all > 0 && some > all/2 {
			t.Errorf("%s: %d of %d links are read after the end", name, some, all)
		}
	}
}
