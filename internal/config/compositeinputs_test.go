package config

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInputsOfTheCompositeAction(t *testing.T) {
	t.Parallel()
	values := map[string]string{
		"host-concurrency": "3", "Fail-On": "none", "target": "",
		"exclude": "/drafts/**\n$(touch x) \"quoted\" 'single' `tick` %PATH% \\n ü\n--leading", "token": "t1",
	}
	text, err := json.MarshalIndent(values, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got := WithInputs([]string{"PATH=/bin", "INPUT_RETRIES=9", "LINKVET_INPUTS=" + string(text), "HOME=/root"})
	want := []string{
		"PATH=/bin", "HOME=/root",
		"INPUT_FAIL-ON=none", "INPUT_EXCLUDE=" + values["exclude"], "INPUT_HOST-CONCURRENCY=3", "INPUT_TARGET=", "INPUT_TOKEN=t1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
	values["exclude"] = "/drafts/**"
	if text, err = json.Marshal(values); err != nil {
		t.Fatal(err)
	}
	cfg, err := Load(Sources{Environ: WithInputs([]string{"LINKVET_INPUTS=" + string(text)})})
	if err != nil {
		t.Fatal(err)
	}
	if cfg.HostConcurrency != 3 || cfg.Token != "t1" || cfg.Retries != 2 || len(cfg.Exclude) != 1 {
		t.Errorf("got %+v", cfg)
	}
}

// TestAnUnknownInputOfTheCompositeActionIsAFault makes sure that a misspelled gate does not
// pass: the runner only warns of such an input.
func TestAnUnknownInputOfTheCompositeActionIsAFault(t *testing.T) {
	t.Parallel()
	_, err := Load(Sources{Environ: WithInputs([]string{"GITHUB_ACTIONS=true", `LINKVET_INPUTS={"fail-no": "unverified"}`})})
	if err == nil || !strings.Contains(err.Error(), "input fail-no: ") || !strings.Contains(err.Error(), "fail-on") {
		t.Errorf("got %v", err)
	}
}

func TestUnreadableInputsOfTheCompositeActionAreAFault(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "{", `{"token": "hush-1",`, `["hush-1"]`, `{"token": {"hush-1": 1}}`, "null x",
		"null", `{"token": null, "fail-on": "hush-1"}`, `{"hush-1": true}`, `{"token": "hush-1"} {}`, `{"token": "hush-1"]`, `{"token" "hush-1"}`, `{"hush-1"}`,
	} {
		_, err := Load(Sources{Environ: WithInputs([]string{"GITHUB_ACTIONS=true", "LINKVET_INPUTS=" + text})})
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "LINKVET_INPUTS: must be a JSON object") {
			t.Errorf("%q: got %v", text, err)
		}
		if err != nil && strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: the message has a secret: %v", text, err)
		}
	}
}

// TestNoInputOfTheCompositeActionIsLost has inputs of which one would not count: it could be
// the one that fails the run.
func TestNoInputOfTheCompositeActionIsLost(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"target": ".", "args": "--fail-on unverified"}`:     "must be a JSON object of the inputs of linkvet",
		`{"Entrypoint": "/linkvet"}`:                          "must be a JSON object of the inputs of linkvet",
		`{"user-agent=a": "b"}`:                               "must be a JSON object of the inputs of linkvet",
		`{"user-agent\u0000": "b", "fail-on=none": "hush-1"}`: "must be a JSON object of the inputs of linkvet",
	} {
		_, err := Load(Sources{Environ: WithInputs([]string{"GITHUB_ACTIONS=true", "LINKVET_INPUTS=" + text})})
		if err == nil || !strings.HasPrefix(err.Error(), "LINKVET_INPUTS: "+want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}
