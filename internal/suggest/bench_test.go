package suggest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// api makes the paths of a reference of that many pages, in packages of 50, or
// all in one folder, and as many wrong paths as asked: misspelt, moved, renamed,
// and such that nothing is near.
func api(pages, wrong int, flat bool) (paths, targets []string) {
	random := rand.New(rand.NewPCG(1, 2))
	parts := strings.Fields("abstract buffer channel default entry factory graph handler index join key list map node " +
		"option parser queue reader stream table unit value writer xml yield zone")
	for i := range pages {
		name := ""
		for range 3 {
			name += parts[random.IntN(len(parts))]
		}
		folder := fmt.Sprintf("/api/%s.base/%s/%s%d/", parts[i/5000%26], parts[i/1000%26], parts[i/50%26], i/50)
		if flat {
			folder = "/api/"
		}
		paths = append(paths, fmt.Sprintf("%s%s%d.html", folder, strings.ToUpper(name[:1])+name[1:], i%97))
	}
	for i := range wrong {
		path := paths[random.IntN(len(paths))]
		middle := len(path) - 8
		switch i % 4 {
		case 0:
			path = path[:middle] + path[middle+1:]
		case 1:
			path = "/old" + path[strings.LastIndexByte(path, '/'):]
		case 2:
			path = strings.Replace(path, "/api/", "/apis/", 1)
		default:
			path = path[:middle] + "nothing" + path[middle:]
		}
		targets = append(targets, path)
	}
	return paths, targets
}

func BenchmarkNearest(b *testing.B) {
	for _, size := range []int{10_000, 100_000} {
		for _, flat := range []bool{false, true} {
			b.Run(fmt.Sprintf("files=%d/flat=%t", size, flat), func(b *testing.B) {
				paths, targets := api(size, 3000, flat)
				site := Site{
					Len:  len(paths),
					Path: func(i int32) string { return paths[i] },
					End:  func(i int32) int32 { return i },
				}
				found := 0
				b.ReportAllocs()
				for b.Loop() {
					p := NewPaths(site)
					found = 0
					for _, target := range targets {
						if place := p.Nearest(Query{Target: target, Uses: []Use{{"/api/index.html", target}}}); place >= 0 {
							found++
						}
					}
				}
				b.ReportMetric(float64(found), "suggestions")
			})
		}
	}
}
