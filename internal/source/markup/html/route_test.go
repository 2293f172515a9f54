package html_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestRoutes reads the objects with which Next.js and Vue Router describe a destination.
func TestRoutes(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.tsx", []markuptest.Case{
		{
			Name:   "Next.js",
			Source: "<Link href={{ pathname: '/guide', query: { a: 'b', c: 1 }, hash: 'setup' }}>Guide</Link>",
			Want:   []string{`1:26-32 /guide?a=b&c=1#setup "guide"`},
		},
		{
			Name:   "a path alone",
			Source: "<Link href={{pathname: \"/guide\"}}>Guide</Link>",
			Want:   []string{`1:25-31 /guide "guide"`},
		},
	})
	markuptest.Check(t, "a.vue", []markuptest.Case{
		{
			Name:   "Vue Router",
			Source: "<RouterLink :to=\"{ path: '/guide', hash: '#setup' }\">Guide</RouterLink>",
			Want:   []string{`1:27-33 /guide#setup "guide"`},
		},
		{
			Name:   "a hash alone",
			Source: "<NuxtLink :to=\"{ hash: '#setup' }\">Guide</NuxtLink>",
			Want:   []string{`1:25-31 #setup "guide"`},
		},
		{
			Name:   "a name, and a path that is not known",
			Source: "<RouterLink :to=\"{ name: 'guide' }\">A</RouterLink><RouterLink :to=\"{ path: guide.path }\">B</RouterLink>",
			Want:   []string{`1:27-32 guide "a"`},
		},
		{
			Name:   "a query that is not known",
			Source: "<RouterLink :to=\"{ path: '/guide', query: { page: n } }\">A</RouterLink>",
			Want:   []string{`1:27-33 /guide "a"`},
		},
	})
}
