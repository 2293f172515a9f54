// Profile runs checks under the processor profiler, one target after the other,
// for as long as it is told. What it writes is for `go tool pprof`, for the
// compiler (`go build -pgo`), and so for who looks for what is slow.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"time"

	"github.com/linkvet/linkvet/internal/cli"
)

func main() {
	out := flag.String("o", "cpu.pprof", "the profile to write")
	spend := flag.Duration("for", 20*time.Second, "how long to go round the targets")
	flag.Usage = func() {
		fmt.Fprintf(os.Stderr, "usage: go run ./bench/profile [-o FILE] [-for DURATION] DIR|URL...\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := profile(*out, *spend, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		os.Exit(1)
	}
}

// profile checks the targets in turn until the time is spent, each once at
// least.
func profile(out string, spend time.Duration, targets []string) error {
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	for end := time.Now().Add(spend); ; {
		for _, target := range targets {
			check(target)
		}
		if time.Now().After(end) {
			break
		}
	}
	pprof.StopCPUProfile()
	return f.Close()
}

// check runs the program as a user would. How the check ends does not matter.
func check(target string) {
	cli.Run(context.Background(), cli.Process{
		Version: "profile",
		Args:    []string{"--external=false", target},
		Stdout:  io.Discard,
		Stderr:  io.Discard,
	})
}
