package facts

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// differs returns an error when two files of one merge differ in what must be the same for all.
func (f *File) differs(other *File) error {
	a, b := f.header, other.header
	if a.Version != b.Version {
		return fmt.Errorf("the facts %q were made by linkvet %s, and %q by linkvet %s: run the shards again with one version",
			f.name, link.Cut(a.Version), other.name, link.Cut(b.Version))
	}
	names := maps.Clone(b.Settings)
	if names == nil {
		names = map[string]string{}
	}
	maps.Copy(names, a.Settings)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if x, y := a.setting(name), b.setting(name); x != y {
			return fmt.Errorf("the facts %q were made with %s, and %q with %s: run the shards again with the same settings", f.name, x, other.name, y)
		}
	}
	return nil
}

// setting returns a setting as a message shows it.
func (h Header) setting(name string) string {
	value, ok := h.Settings[name]
	if !ok {
		return "no " + link.Cut(name)
	}
	return fmt.Sprintf("%s: %q", link.Cut(name), link.Cut(value))
}

// place is what tells the parts of a merge apart: where the site is served, or its target.
func (h Header) place() string {
	if len(h.Sites) == 0 {
		return h.Target + " " + h.Base
	}
	return strings.Join(h.Sites, " ")
}

// differsInPart returns an error when two files differ in what is the same in a part.
func (f *File) differsInPart(other *File) error {
	a, b := f.header, other.header
	if a.Build != b.Build {
		return fmt.Errorf("the facts %q and %q are of two builds of %s: run the shards again on one build", f.name, other.name, link.Cut(b.Target))
	}
	for _, field := range []struct{ name, a, b string }{
		{"mode", string(a.Mode), string(b.Mode)},
		{"target", a.Target, b.Target},
		{"site URL", strings.Join(a.Sites, " "), strings.Join(b.Sites, " ")},
		{"base path", a.Base, b.Base},
		{"inferred site URL", fmt.Sprint(a.Inferred), fmt.Sprint(b.Inferred)},
		{"shared host", fmt.Sprint(a.Shared), fmt.Sprint(b.Shared)},
		{"number of shards", fmt.Sprint(a.Shards), fmt.Sprint(b.Shards)},
	} {
		if field.a != field.b {
			return fmt.Errorf("the facts %q have the %s %q, and %q have %q: run the shards again with one", f.name, field.name, link.Cut(field.a), other.name, link.Cut(field.b))
		}
	}
	return nil
}
