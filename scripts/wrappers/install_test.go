//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// made returns the folder of packages that scripts/wrappers.sh made, and the program of this
// machine as it is in the archive.
func made(t *testing.T) (folder, program string) {
	t.Helper()
	folder, program = os.Getenv("LINKVET_PACKAGES"), os.Getenv("LINKVET_PROGRAM")
	if folder == "" || program == "" {
		t.Skip("scripts/wrappers.sh runs this")
	}
	return folder, program
}

// glob returns the only file of a pattern.
func glob(t *testing.T, pattern string) string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) != 1 {
		t.Fatalf("%s: found %q, %v; want one file", pattern, names, err)
	}
	return names[0]
}

// command runs a program in a folder, with an empty home, and returns its output and status.
func command(t *testing.T, folder, name string, args ...string) (output string, exit int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "HOME="+filepath.Join(folder, "home"), "npm_config_cache="+filepath.Join(folder, "npm-cache"),
		"npm_config_update_notifier=false", "npm_config_audit=false", "npm_config_fund=false", "PIP_DISABLE_PIP_VERSION_CHECK=1",
		"PIP_NO_INDEX=1", "PIP_CONFIG_FILE="+os.DevNull, "GITHUB_ACTIONS=")
	out, err := cmd.CombinedOutput()
	if err == nil {
		return string(out), 0
	}
	exit = -1
	if cmd.ProcessState != nil {
		exit = cmd.ProcessState.ExitCode()
	}
	return string(out), exit
}

// succeed runs a program that has to succeed, and returns its output.
func succeed(t *testing.T, folder, name string, args ...string) string {
	t.Helper()
	output, exit := command(t, folder, name, args...)
	if exit != 0 {
		t.Fatalf("%s %q: status %d\n%s", name, args, exit, output)
	}
	return output
}

// works holds an installed linkvet to the program in the archive.
func works(t *testing.T, folder, program string, installed ...string) {
	t.Helper()
	run := func(args ...string) (string, int) {
		return command(t, folder, installed[0], append(slices.Clone(installed[1:]), args...)...)
	}
	if got, want := must(run("--version")), succeed(t, folder, program, "--version"); got != want {
		t.Errorf("%q prints the version %q; the archive's prints %q", installed, got, want)
	}
	demo, err := filepath.Abs("../../testdata/sites/demo")
	if err != nil {
		t.Fatal(err)
	}
	output, exit := run("--external=false", demo)
	if exit != 1 || !strings.Contains(output, "6 broken") {
		t.Errorf("%q on the demo: status %d, want 1 with 6 broken\n%s", installed, exit, output)
	}
	if _, exit := run("--no-such-setting"); exit != 2 {
		t.Errorf("%q with an unknown setting: status %d, want 2", installed, exit)
	}
}

func must(output string, _ int) string { return output }

// TestInstalledByNPM installs the files without a network.
func TestInstalledByNPM(t *testing.T) {
	folder, program := made(t)
	prefix := t.TempDir()
	launcher := glob(t, folder+"/npm/linkvet-[0-9]*.tgz")
	platform := glob(t, folder+"/npm/linkvet-"+systemOfNode()+"-*.tgz")
	succeed(t, prefix, "npm", "install", "--offline", "--ignore-scripts", launcher, platform)
	works(t, prefix, program, "node_modules/.bin/linkvet")
	works(t, prefix, program, "npm", "exec", "--offline", "--", "linkvet")
	for _, name := range []string{"LICENSE", "NOTICE"} {
		want := read(t, "../../"+name)
		for _, p := range []string{"linkvet", "@linkvet/" + systemOfNode()} {
			if !bytes.Equal(read(t, filepath.Join(prefix, "node_modules", p, name)), want) {
				t.Errorf("%s has another %s", p, name)
			}
		}
	}
	prefix = t.TempDir()
	succeed(t, prefix, "npm", "install", "--offline", "--ignore-scripts", launcher)
	output, exit := command(t, prefix, "node_modules/.bin/linkvet", "--version")
	if exit != 3 || !strings.Contains(output, "could not find the package @linkvet/"+systemOfNode()) {
		t.Errorf("without its package: status %d\n%s", exit, output)
	}
}

// TestNPMChoosesThePackage installs from a registry on loopback for each system.
func TestNPMChoosesThePackage(t *testing.T) {
	folder, program := made(t)
	registry := serveRegistry(t, folder)
	for _, p := range platforms {
		prefix := t.TempDir()
		succeed(t, prefix, "npm", "install", "--registry", registry, "--os", p.os, "--cpu", p.cpu, "linkvet")
		entries, err := os.ReadDir(filepath.Join(prefix, "node_modules/@linkvet"))
		if err != nil || len(entries) != 1 || entries[0].Name() != p.os+"-"+p.cpu {
			t.Errorf("for %s-%s, npm installed %v, %v", p.os, p.cpu, entries, err)
		}
	}
	prefix := t.TempDir()
	works(t, prefix, program, "npx", "--yes", "--registry", registry, "linkvet")
	succeed(t, prefix, "npm", "install", "--registry", registry, "--omit=optional", "linkvet")
	output, exit := command(t, prefix, "node_modules/.bin/linkvet", "--version")
	if exit != 3 || !strings.Contains(output, "without --omit=optional") {
		t.Errorf("without optional dependencies: status %d\n%s", exit, output)
	}
}

// serveRegistry serves the packages as the registry of npm does.
func serveRegistry(t *testing.T, folder string) (origin string) {
	t.Helper()
	documents, files := map[string]any{}, map[string][]byte{}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	names, err := filepath.Glob(folder + "/npm/*.tgz")
	if err != nil || len(names) != len(platforms)+1 {
		t.Fatalf("found %q, %v", names, err)
	}
	for _, name := range names {
		content := read(t, name)
		var about map[string]any
		if err := json.Unmarshal(member(t, content, "package/package.json"), &about); err != nil {
			t.Fatal(err)
		}
		files["/"+filepath.Base(name)] = content
		about["dist"] = map[string]string{"tarball": server.URL + "/" + filepath.Base(name)}
		version := about["version"].(string)
		documents["/"+about["name"].(string)] = map[string]any{
			"name": about["name"], "dist-tags": map[string]string{"latest": version}, "versions": map[string]any{version: about},
		}
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		switch content, ok := files[r.URL.Path]; {
		case ok:
			_, _ = w.Write(content)
		case documents[r.URL.Path] != nil:
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(documents[r.URL.Path])
		default:
			http.NotFound(w, r)
		}
	})
	return server.URL
}

// TestInstalledByPip installs a wheel without a network, and removes it again.
func TestInstalledByPip(t *testing.T) {
	folder, program := made(t)
	prefix := t.TempDir()
	succeed(t, prefix, "python3", "-m", "venv", "venv")
	succeed(t, prefix, "venv/bin/pip", "install", "--find-links", folder+"/pypi", "--pre", "linkvet")
	works(t, prefix, program, "venv/bin/linkvet")
	if !bytes.Equal(read(t, filepath.Join(prefix, "venv/bin/linkvet")), read(t, program)) {
		t.Error("pip installed another program")
	}
	for _, name := range []string{"LICENSE", "NOTICE"} {
		installed := glob(t, prefix+"/venv/lib/python*/site-packages/linkvet-*.dist-info/licenses/"+name)
		if !bytes.Equal(read(t, installed), read(t, "../../"+name)) {
			t.Errorf("another %s is installed", name)
		}
	}
	succeed(t, prefix, "venv/bin/pip", "uninstall", "--yes", "linkvet")
	for _, pattern := range []string{"/venv/bin/linkvet*", "/venv/lib/python*/site-packages/linkvet*"} {
		if names, _ := filepath.Glob(prefix + pattern); len(names) != 0 {
			t.Errorf("pip left %q", names)
		}
	}
}

// TestPipChoosesTheWheel has pip choose for each system, and for systems without a wheel.
func TestPipChoosesTheWheel(t *testing.T) {
	folder, _ := made(t)
	for system, want := range map[string]string{
		"manylinux2014_x86_64": "manylinux2014_x86_64", "manylinux2014_aarch64": "manylinux2014_aarch64",
		"musllinux_1_1_x86_64": "manylinux2014_x86_64", "musllinux_1_1_aarch64": "manylinux2014_aarch64",
		"macosx_12_0_x86_64": "macosx_12_0_x86_64", "macosx_15_0_arm64": "macosx_12_0_arm64",
		"win_amd64": "win_amd64", "win_arm64": "win_arm64",
		"win32": "", "macosx_11_0_arm64": "", "linux_armv7l": "",
	} {
		prefix := t.TempDir()
		output, exit := command(t, prefix, "python3", "-m", "pip", "download", "--find-links", folder+"/pypi", "--pre",
			"--only-binary=:all:", "--platform", system, "--dest", "wheels", "linkvet")
		names, _ := filepath.Glob(prefix + "/wheels/*.whl")
		if want == "" {
			if exit == 0 {
				t.Errorf("pip took %q for %s", names, system)
			}
			continue
		}
		if exit != 0 || len(names) != 1 || !strings.Contains(names[0], want) {
			t.Errorf("for %s, pip took %q, status %d\n%s", system, names, exit, output)
		}
	}
}

// TestProgramsAreOfTheirSystems reads what Go wrote into each program.
func TestProgramsAreOfTheirSystems(t *testing.T) {
	folder, _ := made(t)
	for _, p := range platforms {
		name := filepath.Join(t.TempDir(), p.program)
		tarball := read(t, glob(t, folder+"/npm/linkvet-"+p.os+"-"+p.cpu+"-*.tgz"))
		if err := os.WriteFile(name, member(t, tarball, "package/bin/"+p.program), 0o755); err != nil {
			t.Fatal(err)
		}
		output := succeed(t, t.TempDir(), "go", "version", "-m", name)
		system, _, _ := strings.Cut(strings.TrimPrefix(p.archive, "linkvet_"), ".")
		goos, arch, _ := strings.Cut(system, "_")
		if !strings.Contains(output, "GOOS="+goos+"\n") || !strings.Contains(output, "GOARCH="+arch+"\n") {
			t.Errorf("the package for %s-%s has\n%s", p.os, p.cpu, output)
		}
	}
}
