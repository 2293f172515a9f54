package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/linkvet/linkvet/internal/cli"
)

// remains is what a run in this process leaves of goroutines, descriptors and
// memory.
type remains struct {
	goroutinesBefore, goroutinesMost, goroutinesAfter int
	filesBefore, filesMost, filesAfter                int
	// heapBefore and heapAfter are in use after a collection, in bytes.
	heapBefore, heapAfter int64
	exit                  int
}

// clean reports whether nothing is left.
func (r remains) clean() bool {
	return r.goroutinesAfter <= r.goroutinesBefore && r.filesAfter <= r.filesBefore
}

func (r remains) String() string {
	return fmt.Sprintf("goroutines %d, at most %d, then %d; descriptors %d, at most %d, then %d; heap %.1f MB, then %.1f MB",
		r.goroutinesBefore, r.goroutinesMost, r.goroutinesAfter, r.filesBefore, r.filesMost, r.filesAfter,
		float64(r.heapBefore)/1e6, float64(r.heapAfter)/1e6)
}

// inside runs linkvet in this process, and says what is left of it. A connection
// that is closed may take a moment to go.
func inside(ctx context.Context, args []string, out io.Writer) (r remains, err error) {
	before, err := look(os.Getpid())
	if err != nil {
		return r, err
	}
	r.goroutinesBefore, r.filesBefore, r.heapBefore = runtime.NumGoroutine(), before.files, heap()
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		ticker := time.NewTicker(20 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				if now, err := look(os.Getpid()); err == nil {
					r.filesMost = max(r.filesMost, now.files)
				}
				r.goroutinesMost = max(r.goroutinesMost, runtime.NumGoroutine()-1) // without this one
			}
		}
	})
	r.exit = cli.Run(ctx, cli.Process{Version: "soak", Args: args, Environ: []string{"HOME=" + os.TempDir()}, Stdout: out, Stderr: out})
	close(done)
	group.Wait()
	for range 300 {
		after, err := look(os.Getpid())
		if err != nil {
			return r, err
		}
		r.goroutinesAfter, r.filesAfter = runtime.NumGoroutine(), after.files
		if r.clean() {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	r.heapAfter = heap()
	return r, nil
}

// heap returns the bytes of the heap that are in use.
func heap() int64 {
	runtime.GC()
	runtime.GC() // what finalizers let go
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
