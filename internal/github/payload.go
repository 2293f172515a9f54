package github

import (
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// payload is what is read of the payloads of all events. A field of the wrong type stays
// empty.
type payload struct {
	// Action is the type of a repository_dispatch.
	Action     string     `json:"action"`
	Repository repository `json:"repository"`

	DeploymentStatus struct {
		State          string `json:"state"`
		CreatedAt      string `json:"created_at"`
		EnvironmentURL string `json:"environment_url"`
		Environment    string `json:"environment"`
	} `json:"deployment_status"`
	Deployment struct {
		SHA         string `json:"sha"`
		Ref         string `json:"ref"`
		Environment string `json:"environment"`
	} `json:"deployment"`

	ClientPayload struct {
		URL         string `json:"url"`
		Environment string `json:"environment"`
		Git         struct {
			SHA string `json:"sha"`
		} `json:"git"`
		Project struct {
			Name string `json:"name"`
		} `json:"project"`
	} `json:"client_payload"`

	// These are the fields of the event status.
	SHA       string `json:"sha"`
	Context   string `json:"context"`
	CreatedAt string `json:"created_at"`
	State     string `json:"state"`
	TargetURL string `json:"target_url"`
	// Description says what State does not: Netlify reports a deploy that it canceled as a
	// success.
	Description string `json:"description"`

	CheckRun struct {
		Name        string `json:"name"`
		HeadSHA     string `json:"head_sha"`
		Status      string `json:"status"`
		Conclusion  string `json:"conclusion"`
		CompletedAt string `json:"completed_at"`
		DetailsURL  string `json:"details_url"`
		Output      struct {
			Summary string `json:"summary"`
		} `json:"output"`
		App struct {
			Slug string `json:"slug"`
		} `json:"app"`
		PullRequests []pullRequest `json:"pull_requests"`
	} `json:"check_run"`

	WorkflowRun struct {
		HeadSHA        string        `json:"head_sha"`
		HeadRepository repository    `json:"head_repository"`
		PullRequests   []pullRequest `json:"pull_requests"`
	} `json:"workflow_run"`

	PullRequest pullRequest `json:"pull_request"`

	MergeGroup struct {
		HeadSHA string `json:"head_sha"`
		BaseSHA string `json:"base_sha"`
	} `json:"merge_group"`
}

type repository struct {
	FullName      string `json:"full_name"`
	DefaultBranch string `json:"default_branch"`
	// URL is that of the API. It is the only name of the repositories in a list of pull
	// requests that has an owner.
	URL string `json:"url"`
}

// is reports whether a repository is the one with that name, as far as that is known.
func (r repository) is(name string) bool {
	switch {
	case r.FullName != "":
		return strings.EqualFold(r.FullName, name)
	case r.URL != "":
		return hasSuffixFold(r.URL, "/repos/"+name)
	}
	return true
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

type pullRequest struct {
	Number int `json:"number"`
	Head   end `json:"head"`
	Base   end `json:"base"`
}

// end is one of the two ends of a pull request.
type end struct {
	SHA  string     `json:"sha"`
	Repo repository `json:"repo"`
}

// timeOf reads a time of the payload; it is zero when there is none.
func timeOf(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}
	}
	return t
}

// parse reads a payload. A field of the wrong type costs only itself.
func parse(data []byte) (*payload, error) {
	p := new(payload)
	err := json.Unmarshal(data, p)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && wrong.Field != "" {
		err = nil
	}
	return p, err
}
