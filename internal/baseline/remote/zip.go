package remote

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/baseline"
)

const (
	// maxFiles is how many files of an artifact are looked at.
	maxFiles = 1000
	// maxUnpacked is how many bytes of one file are unpacked.
	maxUnpacked = 256 << 20
)

// fromZip returns the places of the first file of an archive that is a baseline or a JSON
// report, in the order of the names. At most so many bytes of a file are unpacked, in memory,
// so the paths of the files lead nowhere.
func fromZip(ctx context.Context, archive []byte, most int64) (*baseline.Places, error) {
	in, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("the artifact is not a zip archive: %w", err)
	}
	if len(in.File) > maxFiles {
		return nil, fmt.Errorf("the artifact has more than %d files", maxFiles)
	}
	files := slices.Clone(in.File)
	slices.SortStableFunc(files, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	for _, file := range files {
		if !file.Mode().IsRegular() {
			continue
		}
		places, err := fromFile(ctx, file, most)
		if errors.Is(err, errOtherFile) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("the file %.100q of the artifact: %w", file.Name, err)
		}
		return places, nil
	}
	return nil, errors.New("the artifact has no report baseline and no JSON report")
}

// errOtherFile is the error of a file that is not a report.
var errOtherFile = errors.New("it is not a report")

// fromFile returns the places of a file of an archive.
func fromFile(ctx context.Context, file *zip.File, most int64) (*baseline.Places, error) {
	content, err := file.Open()
	if err != nil {
		return nil, err
	}
	// It is only read from.
	defer func() { _ = content.Close() }()
	in := bufio.NewReader(content)
	if !baseline.IsReport(in) {
		return nil, errOtherFile
	}
	return baseline.ParseUpTo(ctx, in, most)
}
