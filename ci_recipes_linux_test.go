package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// shownFile is a file that a page of docs shows, after a mark with its name.
var shownFile = regexp.MustCompile("(?ms)^<!-- file: (\\S+) -->\n```[a-z]+\n(.*?)^```$")

// shownFiles returns the files that a page shows, by their names.
func shownFiles(t *testing.T, page string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, found := range shownFile.FindAllStringSubmatch(read(t, page), -1) {
		files[found[1]] = found[2]
	}
	if len(files) == 0 {
		t.Fatalf("%s shows no file", page)
	}
	return files
}

// releaseName is what the docs write for the version of a release.
const releaseName = "vX.Y.Z"

// releases serves the archive of release v1.2.3 as GitHub does.
type releases struct {
	*hostedPreview
	// checksum is that of the archive which was released.
	checksum string
}

// newReleases serves an archive whose linkvet starts the one under test. With altered, its
// bytes are others than those that were released; with missing, there is none.
func newReleases(t *testing.T, altered, missing bool) *releases {
	t.Helper()
	program, err := exec.LookPath("linkvet")
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\n: >started\nexec %q \"$@\"\n", program)
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	archive := tar.NewWriter(zipped)
	for name, content := range map[string]string{"linkvet": script, "LICENSE": "MIT\n"} {
		if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(content))}); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(archive, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	r := &releases{
		hostedPreview: &hostedPreview{authority: filepath.Join(t.TempDir(), "authority.pem")},
		checksum:      fmt.Sprintf("%x", sha256.Sum256(packed.Bytes())),
	}
	if altered {
		packed.WriteByte(0)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if missing || req.URL.Path != "/linkvet/linkvet/releases/download/v1.2.3/linkvet_linux_amd64.tar.gz" {
			http.NotFound(w, req)
			return
		}
		_, _ = w.Write(packed.Bytes())
	}))
	server.TLS = &tls.Config{Certificates: []tls.Certificate{certificate(t, "github.com", r.authority)}}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.connect(w, req, server.Listener.Addr().String())
	}))
	t.Cleanup(proxy.Close)
	r.proxy = proxy.URL
	return r
}

// environ returns the environment of a job that reaches the releases.
func (r *releases) environ(more ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "GORACE=atexit_sleep_ms=0", "CI=true",
		"HTTPS_PROXY=" + r.proxy, "SSL_CERT_FILE=" + r.authority, "CURL_CA_BUNDLE=" + r.authority,
	}, more...)
}

// ciSites are the sites that a job can find: the exit status of linkvet, and the files.
var ciSites = []struct {
	status int
	files  map[string]string
}{
	{0, map[string]string{"build/index.html": `<h1>Tea</h1><a href="/tea.html">Tea</a>`, "build/tea.html": "<h1>Tea</h1>"}},
	{1, map[string]string{"build/index.html": `<h1>Tea</h1><a href="/tea.html">Tea</a>`}},
	{2, map[string]string{"build/index.html": "<h1>Tea</h1>", ".linkvet.yml": "no-such-setting: 1\n"}},
	{3, map[string]string{"build/index.html": "<h1>Tea</h1>", ".linkvet.yml": "min-pages: 2\n"}},
}

// siteMaker is the build of the user: `make site` writes the directory public.
const siteMaker = "site:\n\tcp -R build public\n"

// ciSystem is a CI system of docs/ci, in whose place the shell of the test runs the commands.
type ciSystem struct {
	page string
	// shell starts each command.
	shell []string
	// commands are those of the job, in order.
	commands func(t *testing.T, files map[string]string) []string
	// reports are the files that the system keeps.
	reports []string
	// env is what the system adds to the environment.
	env []string
	// status is the exit status of the job for one of linkvet; nil for the same.
	status func(int) int
}

// ciSystems are the pages of docs/ci with files, but for GitLab's.
func ciSystems() []ciSystem {
	return []ciSystem{
		{page: "circleci", shell: []string{"bash", "-eo", "pipefail", "-c"}, commands: circleCommands, reports: []string{"links/linkvet/links.xml", "links/links.html"}},
		{page: "jenkins", shell: []string{"sh", "-xe", "-c"}, commands: jenkinsCommands, reports: []string{"links.xml", "links.sarif", "links.html"}},
		{page: "forgejo", shell: []string{"bash", "-eo", "pipefail", "-c"}, commands: forgejoCommands, reports: []string{"links.html"}, env: []string{"GITHUB_ACTIONS=true", "GITEA_ACTIONS=true", "GITHUB_SERVER_URL=https://git.example", "GITHUB_REPOSITORY=octo/site"}},
		{page: "buildkite", shell: []string{"bash", "-e", "-c"}, commands: buildkiteCommands, reports: []string{"links.md", "links.html"}, env: []string{"BUILDKITE=true"}},
		{page: "make", shell: []string{"sh", "-c"}, commands: func(*testing.T, map[string]string) []string { return []string{"make links"} }, reports: []string{"links.html"}, status: func(status int) int { return min(status, 1) * 2 }},
	}
}

func circleCommands(t *testing.T, files map[string]string) []string {
	var config struct {
		Jobs map[string]struct{ Steps []yaml.Node }
	}
	if err := yaml.Load([]byte(files[".circleci/config.yml"]), &config); err != nil {
		t.Fatal(err)
	}
	var commands []string
	for _, step := range config.Jobs["links"].Steps {
		var run struct{ Run string }
		if step.Kind == yaml.MappingNode && step.Decode(&run) == nil && run.Run != "" {
			commands = append(commands, run.Run)
		}
	}
	return commands
}

func jenkinsCommands(_ *testing.T, files map[string]string) []string {
	var commands []string
	for _, found := range regexp.MustCompile(`(?m)^ *sh '(.*)'$`).FindAllStringSubmatch(files["Jenkinsfile"], -1) {
		commands = append(commands, found[1])
	}
	return commands
}

func forgejoCommands(t *testing.T, files map[string]string) []string {
	var w struct {
		Jobs map[string]struct{ Steps []struct{ Run string } }
	}
	if err := yaml.Load([]byte(files[".forgejo/workflows/links.yml"]), &w); err != nil {
		t.Fatal(err)
	}
	var commands []string
	for _, step := range w.Jobs["links"].Steps {
		if step.Run != "" {
			commands = append(commands, step.Run)
		}
	}
	return commands
}

func buildkiteCommands(t *testing.T, files map[string]string) []string {
	var p struct{ Steps []struct{ Command string } }
	if err := yaml.Load([]byte(files[".buildkite/pipeline.yml"]), &p); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(files[".buildkite/pipeline.yml"], "$") {
		t.Error("Buildkite would replace the $ of the pipeline")
	}
	return []string{p.Steps[0].Command}
}

// run runs the commands of the job until one fails, and returns the exit status of the job
// and what it printed.
func (s *ciSystem) run(t *testing.T, dir string, env []string, commands []string) (int, string) {
	t.Helper()
	var printed strings.Builder
	for _, command := range commands {
		cmd := exec.CommandContext(t.Context(), s.shell[0], append(s.shell[1:len(s.shell):len(s.shell)], command)...)
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.CombinedOutput()
		printed.Write(out)
		if err != nil {
			return cmd.ProcessState.ExitCode(), printed.String()
		}
	}
	return 0, printed.String()
}

// prepare writes the files of the page and of the user, and returns the commands of the job.
func (s *ciSystem) prepare(t *testing.T, dir string, r *releases, site map[string]string) []string {
	t.Helper()
	files := shownFiles(t, "docs/ci/"+s.page+".md")
	install := shownFiles(t, "docs/ci.md")[".ci/linkvet.sh"]
	files[".ci/linkvet.sh"] = strings.NewReplacer(releaseName, "v1.2.3", "CHECKSUM ", r.checksum+" ").Replace(install)
	files["Makefile"] = siteMaker + files["links.mk"]
	files["bin/buildkite-agent"] = "#!/bin/sh\necho \"$@\" >annotated.args\ncat >annotated\n"
	for _, all := range []map[string]string{files, site} {
		for name, content := range all {
			put(t, dir, name, content)
		}
	}
	if err := os.Chmod(filepath.Join(dir, "bin/buildkite-agent"), 0o755); err != nil {
		t.Fatal(err)
	}
	commands := s.commands(t, files)
	if len(commands) == 0 {
		t.Fatalf("%s: found no commands", s.page)
	}
	return commands
}

// hasFile reports whether there is a file.
func hasFile(elements ...string) bool {
	_, err := os.Stat(filepath.Join(elements...))
	return err == nil
}

// TestTheJobsOfCISystemsRun runs the job of each page of docs/ci on each site: the job has to
// end with the exit status of linkvet, and to leave the reports that the system keeps.
func TestTheJobsOfCISystemsRun(t *testing.T) {
	t.Parallel()
	r := newReleases(t, false, false)
	for _, s := range ciSystems() {
		for _, site := range ciSites {
			t.Run(fmt.Sprint(s.page, site.status), func(t *testing.T) {
				t.Parallel()
				dir, want := t.TempDir(), site.status
				if s.status != nil {
					want = s.status(site.status)
				}
				commands := s.prepare(t, dir, r, site.files)
				env := r.environ(append(s.env, "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))...)
				got, out := s.run(t, dir, env, commands)
				if got != want {
					t.Errorf("exit status %d, want %d:\n%s", got, want, out)
				}
				if !hasFile(dir, "started") {
					t.Errorf("linkvet of the archive did not run:\n%s", out)
				}
				for _, report := range s.reports {
					if hasFile(dir, report) != (site.status != 2) {
						t.Errorf("there is a report %s: %v", report, hasFile(dir, report))
					}
				}
				if isAnnotated := s.page == "buildkite" && (site.status == 1 || site.status == 3); hasFile(dir, "annotated") != isAnnotated {
					t.Errorf("the build is annotated: %v", !isAnnotated)
				}
			})
		}
	}
}

// TestTheJobsOfCISystemsShowNoOldReport has reports in the checkout that this build did not
// write, and a setting with which linkvet does not start.
func TestTheJobsOfCISystemsShowNoOldReport(t *testing.T) {
	t.Parallel()
	r := newReleases(t, false, false)
	for _, s := range ciSystems() {
		if s.page != "buildkite" && s.page != "jenkins" {
			continue // The others have a new folder, or show no report.
		}
		dir := t.TempDir()
		commands := s.prepare(t, dir, r, ciSites[2].files)
		for _, report := range s.reports {
			put(t, dir, report, "of an earlier build")
		}
		env := r.environ(append(s.env, "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))...)
		if got, out := s.run(t, dir, env, commands); got != 2 {
			t.Errorf("%s: exit status %d, want 2:\n%s", s.page, got, out)
		}
		for _, name := range append(s.reports, "annotated") {
			if hasFile(dir, name) {
				t.Errorf("%s: there is %s", s.page, name)
			}
		}
	}
}

// TestTheJobsOfCISystemsRefuseOtherArchives serves an archive that was altered, and none: no
// job may pass, or start what it has downloaded.
func TestTheJobsOfCISystemsRefuseOtherArchives(t *testing.T) {
	t.Parallel()
	for _, isMissing := range []bool{false, true} {
		r := newReleases(t, !isMissing, isMissing)
		for _, s := range ciSystems() {
			t.Run(fmt.Sprintf("%s/missing=%v", s.page, isMissing), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				commands := s.prepare(t, dir, r, ciSites[0].files)
				if got, out := s.run(t, dir, r.environ(s.env...), commands); got == 0 || hasFile(dir, "started") || hasFile(dir, ".linkvet/linkvet") {
					t.Errorf("exit status %d, and linkvet was unpacked: %v:\n%s", got, hasFile(dir, ".linkvet/linkvet"), out)
				}
			})
		}
	}
}

// TestJenkinsRemovesOldReports runs the job of Jenkins in a workspace with the reports of the
// last build, which a run with a wrong setting does not replace.
func TestJenkinsRemovesOldReports(t *testing.T) {
	t.Parallel()
	s, r, dir := ciSystems()[1], newReleases(t, false, false), t.TempDir()
	commands := s.prepare(t, dir, r, ciSites[2].files)
	for _, report := range s.reports {
		put(t, dir, report, "of the last build")
	}
	if got, out := s.run(t, dir, r.environ(), commands); got != 2 {
		t.Errorf("exit status %d, want 2:\n%s", got, out)
	}
	for _, report := range s.reports {
		if hasFile(dir, report) {
			t.Errorf("%s of the last build is still there", report)
		}
	}
	for _, kept := range []string{"'links.xml'", "'links.sarif'", "'links.html'"} {
		_, post, _ := strings.Cut(shownFiles(t, "docs/ci/jenkins.md")["Jenkinsfile"], "always {")
		if !strings.Contains(post, kept) {
			t.Errorf("Jenkins does not keep %s", kept)
		}
	}
}
