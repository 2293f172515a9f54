package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// parallelJobs is how a system tells a job which one it is of several that are the same.
type parallelJobs struct {
	system string
	// index and total are environment variables. total is empty for a system that does
	// not tell the number of jobs.
	index, total string
	// first is the index of the first job.
	first int
}

// parallelSystems is the only list of the systems that the shard auto knows.
var parallelSystems = []parallelJobs{
	{system: "GitLab", index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", first: 1},
	{system: "CircleCI", index: "CIRCLE_NODE_INDEX", total: "CIRCLE_NODE_TOTAL"},
	{system: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", total: "BUILDKITE_PARALLEL_JOB_COUNT"},
	{system: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", total: "AWS_BATCH_JOB_ARRAY_SIZE"},
	{system: "Kubernetes", index: "JOB_COMPLETION_INDEX"},
}

// resolve returns the shard with what the environment tells of it.
func (s Shard) resolve(environ []string) (Shard, error) {
	if s.Index != fromEnvironment {
		return s, nil
	}
	get := func(name string) string { return variable(environ, name) }
	var set []parallelJobs
	var names []string
	for _, p := range parallelSystems {
		names = append(names, p.index)
		if get(p.index) != "" {
			set = append(set, p)
		}
	}
	switch {
	case len(set) == 0 && inWorkflow(environ):
		return Shard{}, errors.New("auto does not see the matrix of a workflow; write shard: ${{ matrix.shard }}/${{ strategy.job-total }}, and in the matrix of the job the numbers from 1, such as shard: [1, 2, 3, 4]")
	case len(set) == 0:
		return Shard{}, fmt.Errorf("auto finds no number of this job: none of the variables %s is set; write I/N such as 2/8", strings.Join(names, ", "))
	case len(set) > 1:
		return Shard{}, fmt.Errorf("auto finds two numbers of this job: the variables %s and %s are both set; write I/N such as 2/8", set[0].index, set[1].index)
	}
	return s.of(set[0], get)
}

// of returns the shard of the job of a system.
func (s Shard) of(p parallelJobs, get func(string) string) (Shard, error) {
	total := s.Count
	switch told := get(p.total); {
	case p.total == "" && total == 0:
		return Shard{}, fmt.Errorf("auto needs the number of shards, because %s does not tell how many jobs there are; write auto/N, with the completions of the Job as N", p.system)
	case p.total != "" && told == "" && total == 0:
		return Shard{}, fmt.Errorf("auto needs the number of shards, because the variable %s of %s is not set; write auto/N", p.total, p.system)
	case p.total != "" && told != "":
		n, ok := parseCount(told)
		if !ok || n < 1 || n > maxShards {
			return Shard{}, fmt.Errorf("auto needs a number from 1 to %d in the variable %s, not %s", maxShards, p.total, quote(told))
		}
		if total != 0 && n != total {
			return Shard{}, fmt.Errorf("auto/%d does not agree with %s, which runs %d jobs (%s): start %d jobs, or write auto", total, p.system, n, p.total, total)
		}
		total = n
	}
	told := get(p.index)
	i, ok := parseCount(told)
	if !ok || i < p.first || i-p.first >= total {
		return Shard{}, fmt.Errorf("auto needs a number from %d to %d in the variable %s, not %s", p.first, p.first+total-1, p.index, quote(told))
	}
	return Shard{i - p.first + 1, total}, nil
}

// variable returns the value of an environment variable, without white space around it. Of
// several the last counts.
func variable(environ []string, name string) string {
	if name == "" {
		return ""
	}
	for _, v := range slices.Backward(environ) {
		if key, value, _ := strings.Cut(v, "="); key == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
