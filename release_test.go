package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
)

// releaseSettings is what the tests read of .goreleaser.yaml.
type releaseSettings struct {
	Builds []struct {
		Env     []string
		Goos    []string
		Goarch  []string
		Flags   []string
		Ldflags []string
	}
	Archives []struct {
		Formats         []string
		FormatOverrides []struct {
			Goos    string
			Formats []string
		} `yaml:"format_overrides"`
		NameTemplate string `yaml:"name_template"`
	}
	Checksum struct {
		NameTemplate string `yaml:"name_template"`
	}
	Sboms []struct {
		Documents []string
	}
	Nfpms []struct {
		FileNameTemplate string `yaml:"file_name_template"`
		Formats          []string
	}
}

func readReleaseSettings(t *testing.T) releaseSettings {
	t.Helper()
	text, err := os.ReadFile(".goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var settings releaseSettings
	if err := yaml.Unmarshal(text, &settings); err != nil {
		t.Fatal(err)
	}
	if len(settings.Builds) != 1 || len(settings.Archives) != 1 || len(settings.Sboms) != 1 || len(settings.Nfpms) != 1 {
		t.Fatal("want one build, one kind of archive, of SBOM and of package")
	}
	return settings
}

// TestReleaseNames holds the names of a release's files to the list in the documentation,
// because installers depend on them.
func TestReleaseNames(t *testing.T) {
	t.Parallel()
	settings := readReleaseSettings(t)
	archive, packages := settings.Archives[0], settings.Nfpms[0]
	name := func(text, system, arch string) string {
		var out strings.Builder
		tmpl := template.Must(template.New("").Option("missingkey=error").Parse(text))
		// Without a version, the address of the newest file is always the same.
		if err := tmpl.Execute(&out, map[string]string{"Os": system, "Arch": arch}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	got := []string{settings.Checksum.NameTemplate}
	for _, system := range settings.Builds[0].Goos {
		for _, arch := range settings.Builds[0].Goarch {
			formats := archive.Formats
			for _, override := range archive.FormatOverrides {
				if override.Goos == system {
					formats = override.Formats
				}
			}
			for _, format := range formats {
				file := name(archive.NameTemplate, system, arch) + "." + format
				got = append(got, file)
				for _, document := range settings.Sboms[0].Documents {
					got = append(got, strings.ReplaceAll(document, "${artifact}", file))
				}
			}
			if system != "linux" {
				continue
			}
			for _, format := range packages.Formats {
				got = append(got, name(packages.FileNameTemplate, system, arch)+"."+format)
			}
		}
	}
	slices.Sort(got)

	page, err := os.ReadFile("docs/releasing.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(checksums\\.txt|linkvet_[^`]*)` \\|").FindAllStringSubmatch(string(page), -1) {
		want = append(want, row[1])
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("names in docs/releasing.md and of .goreleaser.yaml (-docs +made):\n%s", diff)
	}
}

// TestReleaseFlags holds the flags of a release to those of the image.
func TestReleaseFlags(t *testing.T) {
	t.Parallel()
	build := readReleaseSettings(t).Builds[0]
	dockerfile, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`RUN (CGO_ENABLED=0) go build (-trimpath) -ldflags "([^"]*)"`).FindStringSubmatch(string(dockerfile))
	if command == nil {
		t.Fatal("found no go build in the Dockerfile")
	}
	if !slices.Equal(build.Env, command[1:2]) {
		t.Errorf("env: got %v, want %v", build.Env, command[1:2])
	}
	// The image is built without the folder .git, so Go has no commit to record there.
	if want := []string{command[2], "-buildvcs=false"}; !slices.Equal(build.Flags, want) {
		t.Errorf("flags: got %v, want %v", build.Flags, want)
	}
	flags := strings.NewReplacer("${VERSION}", "{{ .Version }}", "${COMMIT}", "{{ .FullCommit }}", "${DATE}", "{{ .CommitDate }}").Replace(command[3])
	if got := fmt.Sprint(build.Ldflags); got != "["+flags+"]" {
		t.Errorf("ldflags: got %s, want [%s]", got, flags)
	}
}
