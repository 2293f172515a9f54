package forge

import "testing"

func TestPagesURL(t *testing.T) {
	t.Parallel()
	for remote, want := range map[string]string{
		"git@github.com:Owner/Name.git":          "https://owner.github.io/Name/",
		"git@github.com:owner/owner.github.io":   "https://owner.github.io/",
		"https://gitlab.com/owner/name.git":      "",
		"https://git.example.com/group/sub/name": "",
	} {
		r, ok := ParseRemote(remote)
		if !ok {
			t.Fatal(remote)
		}
		if got := (&Checkout{repositories: []Repository{r}}).PagesURL(); got != want {
			t.Errorf("%s: got %q, want %q", remote, got, want)
		}
	}
}
