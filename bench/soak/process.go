package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// serveArgument makes this program the server, instead of the driver. It is a
// process of its own, so that its connections and its memory are not the driver's.
const serveArgument = "-serve-only"

// served is a running server.
type served struct {
	world
	control string
	stdin   io.Closer
	cmd     *exec.Cmd
}

// startServer starts the server of w with command, which is this program.
func startServer(ctx context.Context, w world, command []string) (*served, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("could not start the server: %w", err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("could not start the server: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("could not start the server: %w", err)
	}
	s := &served{world: w, stdin: stdin, cmd: cmd}
	var at where
	if err := errors.Join(json.NewEncoder(stdin).Encode(w), json.NewDecoder(stdout).Decode(&at)); err != nil {
		return nil, errors.Join(fmt.Errorf("could not start the server: %w", err), s.stop())
	}
	s.Port, s.control = at.Port, at.Control
	return s, nil
}

// stop ends the server.
func (s *served) stop() error { return errors.Join(s.stdin.Close(), s.cmd.Wait()) }

// counts asks the server how far the run is.
func (s *served) counts() (counts, error) {
	transport := &http.Transport{DisableKeepAlives: true} // it leaves no connection behind
	resp, err := (&http.Client{Transport: transport}).Get("http://" + s.control)
	if err != nil {
		return counts{}, fmt.Errorf("could not ask the server: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	var c counts
	if err := json.NewDecoder(resp.Body).Decode(&c); err != nil {
		return counts{}, fmt.Errorf("could not ask the server: %w", err)
	}
	return c, nil
}

// sample is the state of linkvet's process at one moment.
type sample struct {
	at time.Duration // since the start
	counts
	// memory is what is resident, and peak the most that was, in bytes.
	memory, peak int64
	// files are open descriptors.
	files, threads int
}

// look samples a process; it fails when that has ended.
func look(pid int) (s sample, err error) {
	dir := "/proc/" + strconv.Itoa(pid)
	status, err := os.ReadFile(dir + "/status")
	if err != nil {
		return s, fmt.Errorf("could not look at the process: %w", err)
	}
	files, err := os.ReadDir(dir + "/fd")
	if err != nil {
		return s, fmt.Errorf("could not look at the process: %w", err)
	}
	s.files = len(files)
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		number, _, _ := strings.Cut(strings.TrimSpace(value), " ")
		n, _ := strconv.ParseInt(number, 10, 64) // other lines are not looked at
		switch name {
		case "VmRSS":
			s.memory = n << 10
		case "VmHWM":
			s.peak = n << 10
		case "Threads":
			s.threads = int(n)
		}
	}
	if s.memory == 0 {
		return s, errors.New("could not look at the process: it has ended")
	}
	return s, nil
}

// watch runs linkvet against the server to its end, and samples it. Its output goes
// to a file.
func watch(ctx context.Context, s *served, command []string, environ []string, output string, every time.Duration) (samples []sample, exit int, err error) {
	dir, err := os.MkdirTemp("", "soak-")
	if err != nil {
		return nil, 0, fmt.Errorf("could not make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	out, err := os.Create(output)
	if err != nil {
		return nil, 0, fmt.Errorf("could not keep the output: %w", err)
	}
	defer func() { _ = out.Close() }()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}, environ...)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, 0, fmt.Errorf("could not start linkvet: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case err := <-ended:
			var failed *exec.ExitError
			if err != nil && (!errors.As(err, &failed) || !failed.Exited()) {
				return samples, 0, fmt.Errorf("could not run linkvet: %w", err)
			}
			return samples, cmd.ProcessState.ExitCode(), nil
		case <-ticker.C:
			one, err := look(cmd.Process.Pid)
			if err != nil {
				continue // it ends
			}
			if one.counts, err = s.counts(); err != nil {
				return samples, 0, errors.Join(err, cmd.Process.Kill(), <-ended)
			}
			one.at = time.Since(start)
			samples = append(samples, one)
		}
	}
}
