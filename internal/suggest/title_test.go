package suggest

import "testing"

func TestTitled(t *testing.T) {
	t.Parallel()
	titles := []string{"Install on Linux | My Site", "My Site - Install on Mac", "My Site", "Use it — Guide — My Site", ""}
	for text, want := range map[string]int{
		"Install on Linux":   0,
		"install on  linux!": 0,
		"Install on Mac":     1,
		"Use it":             3,
		"My Site":            none, // each page is of it
		"Guide":              none,
		"Install":            none,
		"":                   none,
		"it":                 none,
	} {
		if got := Titled(text, titles); got != want {
			t.Errorf("Titled(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestVariant(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		ids      []string
		fragment string
		want     string
	}{
		"lower case":            {ids: []string{"install"}, fragment: "Install", want: "install"},
		"a capital":             {ids: []string{"Install"}, fragment: "install", want: "Install"},
		"as MediaWiki has it":   {ids: []string{"Getting_started"}, fragment: "getting-started", want: "Getting_started"},
		"each with a capital":   {ids: []string{"Getting-Started"}, fragment: "getting-started", want: "Getting-Started"},
		"underlines":            {ids: []string{"getting_started"}, fragment: "getting-started", want: "getting_started"},
		"dashes":                {ids: []string{"getting-started"}, fragment: "getting_started", want: "getting-started"},
		"an escape":             {ids: []string{"getting-started"}, fragment: "Getting%20Started", want: "getting-started"},
		"a quote that parts":    {ids: []string{"what-s-new"}, fragment: "whats-new", want: "what-s-new"},
		"one that does not":     {ids: []string{"whats-new"}, fragment: "what-s-new", want: "whats-new"},
		"the second":            {ids: []string{"install"}, fragment: "install-1", want: "install"},
		"the plural":            {ids: []string{"options"}, fragment: "option", want: "options"},
		"no plural":             {ids: []string{"option"}, fragment: "options", want: "option"},
		"GitHub's prefix":       {ids: []string{"install"}, fragment: "user-content-install", want: "install"},
		"a number":              {ids: []string{"install"}, fragment: "1-install", want: "install"},
		"spelling before words": {ids: []string{"Options", "option"}, fragment: "options", want: "Options"},
		"two alike":             {ids: []string{"Install_it", "INSTALL_IT", "install_it"}, fragment: "install-it", want: ""},
		"nothing":               {ids: []string{"install"}, fragment: "usage", want: ""},
		"itself":                {ids: []string{"install"}, fragment: "install", want: ""},
		"nothing but signs":     {ids: []string{"install"}, fragment: "---", want: ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			has := func(id string) bool {
				for _, have := range tt.ids {
					if have == id {
						return true
					}
				}
				return false
			}
			if got := Variant(tt.fragment, has); got != tt.want {
				t.Errorf("for #%s: %q, want %q", tt.fragment, got, tt.want)
			}
		})
	}
}
