package content

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for src, want := range map[string][]string{
		"": nil,
		"<!doctype html><title>Not  found</title><meta name=token content=1><link rel=x href=y>": {"<title", "Not", "found"},
		"a<script>var x = '<p>'</script>b<style>p{}</style>c<script src=x></script>":             {"a", "b", "c"},
		"<!-- 12:01 --><p class=x1 nonce=2>a &amp; b<a href=/c?d=1 data-t=9>e</a><img src=i alt='j k'><input type=hidden value=3>": {
			"<p", "a", "&", "b", "<a", "/c?d=1", "e", "<img", "i", "j k",
		},
		"<p>never <closed": {"<p", "never"},
	} {
		var got []string
		for _, w := range Read([]byte(src), 0).Words {
			got = append(got, w.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", src, diff)
		}
	}
}
