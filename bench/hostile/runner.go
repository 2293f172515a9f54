//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/linkvet/linkvet/bench/internal/doc"
	"github.com/linkvet/linkvet/bench/internal/measure"
)

// The limits that no input may exceed.
const (
	// maxMemory is the peak of resident memory, in bytes.
	maxMemory = 1 << 30
	// maxGrowth is how many times as much processor time an input may take that is
	// twice as large.
	maxGrowth = 2.6
	// leastTime is the processor time below which no growth is seen: starting a
	// process and collecting garbage make more of a difference there.
	leastTime = 300 * time.Millisecond
	// deadline is when a run counts as hung. It has nothing to do with how quick a
	// run is: none here takes a fifth of it on one slow processor.
	deadline = 10 * time.Minute
	// addresses is the memory in KiB that a run may reserve, so that one that needs
	// far too much ends before the machine does.
	addresses = 8 << 20
)

// hostile is one case: an input, how linkvet is run on it, and how it has to end.
type hostile struct {
	name string
	// size is how large the input is; zero when there is but one size.
	size int
	// unit is what size counts.
	unit string
	// make makes the input of a size in a folder, in which linkvet then runs.
	make func(p *place, size int)
	// args follow the program's name. Without any, it checks the directory "site".
	args []string
	// env is added to the environment.
	env []string
	// serve answers for a live site, whose URL is put in the place of {site} in args; nil
	// in directory mode.
	serve func(p *place, size int) http.Handler
	// meanwhile changes the input while linkvet reads it, until ctx ends; nil when it
	// stays as it is.
	meanwhile func(ctx context.Context, p *place, size int)
	// ends are the exit statuses that are right.
	ends []int
	// says is what the output has to hold; empty when that depends.
	says string
}

// runner runs cases.
type runner struct {
	binary, scratch string
	scale           float64
}

// result is what one case came to.
type result struct {
	name, size, growth, verdict string
	sample                      measure.Sample
	// fault says which limit was exceeded; it is empty when none was.
	fault string
}

func (r *result) cells() []string {
	verdict := r.verdict
	if r.fault != "" {
		verdict = "**" + r.fault + "** " + verdict
	}
	return []string{
		r.name, r.size, doc.Seconds(r.sample.CPU), r.growth, doc.Megabytes(r.sample.Memory),
		strconv.Itoa(r.sample.Exit), strings.ReplaceAll(verdict, "|", "\\|"),
	}
}

// run runs a case at a quarter of its size, at half of it and at all of it.
func (r *runner) run(ctx context.Context, c hostile) (result, error) {
	res := result{name: c.name, growth: "-"}
	sizes := []int{0}
	if c.size > 0 {
		full := max(int(float64(c.size)*r.scale), 4)
		sizes = []int{full / 4, full / 2, full}
		res.size = doc.Count(full) + " " + c.unit
	}
	var before time.Duration
	worst := 0.0
	for i, size := range sizes {
		o, err := r.once(ctx, c, size)
		if err != nil {
			return res, err
		}
		grew := growth(before, o.sample.CPU)
		if i > 0 && grew > maxGrowth && o.fault == "" {
			// Others on the machine make a run slower, and never quicker.
			again, err := r.once(ctx, c, size)
			if err != nil {
				return res, err
			}
			if again.sample.CPU < o.sample.CPU {
				o = again
			}
			grew = growth(before, o.sample.CPU)
		}
		res.sample, res.verdict, res.fault = o.sample, o.verdict, o.fault
		if i > 0 {
			worst = max(worst, grew)
			res.growth = fmt.Sprintf("%.1f", worst)
		}
		if res.fault == "" && i > 0 && grew > maxGrowth {
			res.fault = fmt.Sprintf("twice the input takes %.1f times as long.", grew)
		}
		if res.fault != "" {
			if c.size > 0 {
				res.size = doc.Count(size) + " " + c.unit
			}
			break
		}
		before = o.sample.CPU
	}
	return res, nil
}

// growth is how many times before now is, with short times taken for equal.
func growth(before, now time.Duration) float64 {
	return max(now, leastTime).Seconds() / max(before, leastTime).Seconds()
}

// outcome is what one run came to.
type outcome struct {
	sample         measure.Sample
	verdict, fault string
}

// once makes the input, runs linkvet, and removes the input.
func (r *runner) once(ctx context.Context, c hostile, size int) (o outcome, err error) {
	p, err := newPlace(r.scratch)
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, removeAll(p.dir)) }()
	if c.make != nil {
		c.make(p, size)
	}
	if p.err != nil {
		return o, p.err
	}
	url := ""
	if c.serve != nil {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return o, fmt.Errorf("could not serve: %w", err)
		}
		server := &http.Server{Handler: c.serve(p, size), MaxHeaderBytes: 1 << 20, ReadHeaderTimeout: time.Minute}
		go func() { _ = server.Serve(listener) }()
		defer func() { _ = server.Close() }()
		url = "http://" + listener.Addr().String() + "/"
	}
	interrupted := ctx.Err
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	changed := make(chan struct{})
	changing, stop := context.WithCancel(ctx)
	go func() {
		defer close(changed)
		if c.meanwhile != nil {
			c.meanwhile(changing, p, size)
		}
	}()
	output := filepath.Join(r.scratch, "output")
	o.sample, err = measure.Run(ctx, measure.Command{
		// The shell gives its own limits to what it becomes.
		Args:   append([]string{"/bin/sh", "-c", `ulimit -v "$0" && exec "$@"`, strconv.Itoa(addresses), r.binary}, arguments(c, url)...),
		Env:    append(quiet(), c.env...),
		Dir:    p.dir,
		Output: output,
	})
	stop()
	<-changed
	if interrupted() != nil {
		return o, err
	}
	if err != nil {
		// It hung, or a signal ended it.
		return outcome{verdict: err.Error(), fault: "it did not end by itself."}, nil
	}
	o.judge(c, output)
	return o, nil
}

// quiet empties the variables of the environment that make a run of a workflow of
// this one, or set where linkvet keeps files.
func quiet() []string {
	names := []string{"CI", "GITHUB_ACTIONS", "GITHUB_EVENT_NAME", "GITHUB_EVENT_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_REPOSITORY", "GITHUB_SHA", "GITHUB_TOKEN", "HTTP_PROXY", "http_proxy"}
	for i, name := range names {
		names[i] = name + "="
	}
	return names
}

// arguments are those of a case.
func arguments(c hostile, url string) []string {
	if len(c.args) == 0 {
		return []string{"--external=false", "site"}
	}
	args := slices.Clone(c.args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "{site}", url)
	}
	return args
}

// judge holds a run that ended to the limits.
func (o *outcome) judge(c hostile, output string) {
	verdict, said, crashed, err := read(output, c.says)
	o.verdict = verdict
	switch {
	case err != nil:
		o.fault = err.Error()
	case crashed != "":
		o.fault = "it crashed: " + crashed
	case o.sample.Memory > maxMemory:
		o.fault = "it takes more than 1 GiB of memory."
	case !slices.Contains(c.ends, o.sample.Exit):
		o.fault = fmt.Sprintf("its exit status is none of %v.", c.ends)
	case !said:
		o.fault = fmt.Sprintf("it does not say %q.", c.says)
	}
}

// read returns the line of the output that begins the verdict, whether the output
// says what it is to say, and what tells of a crash, also of one that was contained.
func read(output, says string) (verdict string, said bool, crashed string, err error) {
	f, err := os.Open(output)
	if err != nil {
		return "", false, "", fmt.Errorf("could not read the output: %w", err)
	}
	defer func() { _ = f.Close() }()
	said = says == ""
	lines := bufio.NewReaderSize(f, 64<<10)
	for {
		raw, long, err := lines.ReadLine()
		if err != nil {
			return verdict, said, crashed, nil
		}
		line := string(raw[:min(len(raw), 4<<10)])
		for _, sign := range []string{"panic:", "fatal error:", "runtime:", "please report it at"} {
			if crashed == "" && (strings.HasPrefix(line, sign) || strings.Contains(line, "please report it at")) {
				crashed = line[:min(len(line), 200)]
			}
		}
		said = said || strings.Contains(line, says)
		for _, begin := range []string{"✓", "✗", "!", "linkvet:", "target:"} {
			if verdict == "" && strings.HasPrefix(line, begin) {
				verdict = short(line)
			}
		}
		for long && err == nil {
			_, long, err = lines.ReadLine()
		}
	}
}

// short cuts what goes into a cell of the table.
func short(line string) string {
	const most = 100
	if len(line) <= most {
		return line
	}
	return strings.ToValidUTF8(line[:most], "") + "…"
}
