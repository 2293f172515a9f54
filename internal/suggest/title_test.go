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
		"lower case":            {[]string{"install"}, "Install", "install"},
		"a capital":             {[]string{"Install"}, "install", "Install"},
		"as MediaWiki has it":   {[]string{"Getting_started"}, "getting-started", "Getting_started"},
		"each with a capital":   {[]string{"Getting-Started"}, "getting-started", "Getting-Started"},
		"underlines":            {[]string{"getting_started"}, "getting-started", "getting_started"},
		"dashes":                {[]string{"getting-started"}, "getting_started", "getting-started"},
		"an escape":             {[]string{"getting-started"}, "Getting%20Started", "getting-started"},
		"a quote that parts":    {[]string{"what-s-new"}, "whats-new", "what-s-new"},
		"one that does not":     {[]string{"whats-new"}, "what-s-new", "whats-new"},
		"the second":            {[]string{"install"}, "install-1", "install"},
		"the plural":            {[]string{"options"}, "option", "options"},
		"no plural":             {[]string{"option"}, "options", "option"},
		"GitHub's prefix":       {[]string{"install"}, "user-content-install", "install"},
		"a number":              {[]string{"install"}, "1-install", "install"},
		"spelling before words": {[]string{"Options", "option"}, "options", "Options"},
		"two alike":             {[]string{"Install_it", "INSTALL_IT", "install_it"}, "install-it", ""},
		"nothing":               {[]string{"install"}, "usage", ""},
		"itself":                {[]string{"install"}, "install", ""},
		"nothing but signs":     {[]string{"install"}, "---", ""},
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
