// Package earlier reads the JSON report of an earlier run, to publish or convert it. Anyone
// may have written it: a workflow that publishes the report of a pull request from a fork
// runs with more rights than the one that made the report.
//
// Nothing in the report is opened or requested. What linkvet cannot have written is
// refused, and what follows from the findings is counted again.
package earlier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
)

// The bounds of a report. linkvet lists no more findings and places than this.
const (
	maxSize     = 64 << 20
	maxFindings = 200_000
	maxPlaces   = 1_000_000
	maxRemarks  = 200
	// maxRedirects and maxCandidates are for one finding, and one place of it. What
	// exceeds them is dropped.
	maxRedirects  = 20
	maxCandidates = 20
	// maxString is the most bytes of a string, as in the JSON report.
	maxString = 2048
	// maxFields is the most fields of a report, and of a finding.
	maxFields = 100
	// maxSmall is the most bytes of a value that is read as a whole, such as all notes.
	maxSmall = 4 << 20
	// maxCount is the largest number that is kept, and maxLarge that of bytes, requests
	// and milliseconds. The sum of five counts is an int, also where that has 32 bits.
	maxCount = 1 << 28
	maxLarge = 1_000_000_000_000
)

// Read returns the report in the file of that name. Its counts and its completeness agree
// with its findings and problems. Failed and Known are what the report claims. When ctx
// ends before all is read, the error is the cause.
func Read(ctx context.Context, name string) (*link.Report, error) {
	f, err := openfile.Open(name)
	if err != nil {
		return nil, fmt.Errorf("could not read the report %q: %w; set from to the path of a JSON report", name, openfile.Cause(err))
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err == nil && info.Size() > maxSize {
		return nil, fmt.Errorf("could not read the report %q: it is larger than %d MiB; fix some findings first, or publish without from", name, maxSize>>20)
	}
	r, err := decode(io.LimitReader(openfile.UntilEnd(ctx, f), maxSize))
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("could not read the report %q: %w; write it with report: json=PATH, and use one version of linkvet for both runs",
			name, openfile.Cause(err))
	}
	return r, nil
}

// decode reads a report, and nothing behind it.
func decode(from io.Reader) (*link.Report, error) {
	in := &reader{in: json.NewDecoder(from)}
	r := &link.Report{Skips: map[link.Reason]int{}, Findings: []link.Finding{}}
	if err := in.object(func(name string) error { return in.report(r, name) }); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("it ends too early")
		}
		return nil, err
	}
	if _, err := in.in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("it has text after the report")
	}
	if r.Schema != link.Schema {
		return nil, fmt.Errorf("its schema is %.100q, not %q", r.Schema, link.Schema)
	}
	if r.Mode != link.Directory && r.Mode != link.Live {
		return nil, fmt.Errorf("its mode is %.100q, not %q or %q", r.Mode, link.Directory, link.Live)
	}
	complete(r)
	recount(r)
	return r, nil
}

// complete makes the completeness of a report agree with its problems. A report that does
// not say that it is complete is not.
func complete(r *link.Report) {
	if !r.Complete && len(r.Problems) == 0 {
		r.Problems = []string{"the report is of a run that did not check the site completely"}
	}
	slices.Sort(r.Problems)
	r.Problems = slices.Compact(r.Problems)
	if r.Complete = len(r.Problems) == 0; !r.Complete {
		r.Fixed = 0
	}
}

// recount counts the findings. An incomplete run may have counted more than it listed.
func recount(r *link.Report) {
	stated := &r.Stats
	counted := link.Stats{
		Pages: count(stated.Pages), Links: count(stated.Links), Bytes: large(stated.Bytes), Requests: large(stated.Requests),
	}
	for i := range r.Findings {
		counted.Count(r.Findings[i].Verdict)
	}
	if !r.Complete {
		counted.Broken = max(counted.Broken, count(stated.Broken))
		counted.Unverified = max(counted.Unverified, count(stated.Unverified))
		counted.Redirected = max(counted.Redirected, count(stated.Redirected))
	}
	counted.OK, counted.Skipped = count(stated.OK), count(stated.Skipped)
	counted.Targets = counted.OK + counted.Broken + counted.Unverified + counted.Redirected + counted.Skipped
	r.Stats = counted
}
