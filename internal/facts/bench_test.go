package facts_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
)

// benchmarkRecords is how many records a benchmark has.
const benchmarkRecords = 200_000

// links returns facts such as those of the links of a site: URLs with their places.
func links(n int) (all []fact) {
	rng := rand.New(rand.NewPCG(1, 2))
	var e facts.Encoder
	for range n {
		host := rng.IntN(20_000)
		e.Reset()
		e.Uint(rng.Uint64N(1_000_000))
		e.Uint(rng.Uint64N(100_000))
		e.Uint(rng.Uint64N(100))
		e.String(fmt.Sprint("section-", rng.IntN(50)))
		key := fmt.Sprintf("https://www%d.example-%d.org/docs/reference/%x/page-%d.html", host%7, host, rng.IntN(1<<20), rng.IntN(1000))
		all = append(all, fact{facts.Section(rng.IntN(3)), key, string(e.Bytes())})
	}
	return all
}

func BenchmarkWrite(b *testing.B) {
	input := links(benchmarkRecords)
	for name, memory := range map[string]int{"memory": 64 << 20, "file": 1 << 20} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w, err := facts.NewWriter(io.Discard, header(1, 1), b.TempDir())
				if err != nil {
					b.Fatal(err)
				}
				w.SetMemory(memory)
				for _, f := range input {
					w.Add(f.section, []byte(f.key), []byte(f.value))
				}
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*benchmarkRecords), "ns/record")
		})
	}
}

func BenchmarkJoin(b *testing.B) {
	input := links(benchmarkRecords)
	var files []*facts.File
	size := int64(0)
	for i := range 8 {
		f := opened(b, written(b, header(i+1, 8), input[i*len(input)/8:(i+1)*len(input)/8]))
		info, err := os.Stat(f.Name())
		if err != nil {
			b.Fatal(err)
		}
		size += info.Size()
		files = append(files, f)
	}
	b.ReportAllocs()
	for b.Loop() {
		for s := range facts.Section(3) {
			for _, err := range facts.Join(files, s) {
				if err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*benchmarkRecords), "ns/record")
	b.ReportMetric(float64(size)/benchmarkRecords, "B/record")
}
