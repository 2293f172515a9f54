package main

// deploymentGates are runs for a deployment that has no site to check, beside a
// directory that an earlier step left behind.
func deploymentGates() []gateCase {
	run := func(way, event string) gateCase {
		return gateCase{
			way:    way,
			isBare: true,
			files:  map[string]string{"public/index.html": "<title>Home</title>", "event.json": event},
			env:    []string{"GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=deployment_status", "GITHUB_EVENT_PATH=$DIR/event.json"},
			status: 2,
		}
	}
	return []gateCase{
		run("a deployment that failed", `{"deployment_status": {"state": "failure", "environment_url": ""}}`),
		run("a deployment that another one replaced", `{"deployment_status": {"state": "inactive", "environment_url": "https://old.example.com/"}}`),
		run("a deployment in a state that is not known", `{"deployment_status": {"state": "paused"}}`),
		run("a deployment without an address", `{"deployment_status": {"state": "success", "environment_url": "", "target_url": "https://github.com/octo/site/actions/runs/1"}}`),
		run("a deployment whose address is a log", `{"deployment_status": {"state": "success", "environment_url": "https://github.com/octo/site/actions/runs/1"}}`),
		run("an event that cannot be read", `{`),
	}
}

// deliveryGates are runs whose reports cannot be delivered.
func deliveryGates() []gateCase {
	return []gateCase{
		{
			way:   "a report that cannot be written",
			files: map[string]string{"public/index.html": "<title>Home</title>"},
			args:  []string{"--report=sarif=public"}, status: 3,
		},
		{
			way:   "two reports in one file",
			files: map[string]string{"public/index.html": "<title>Home</title>"},
			args:  []string{"--report=sarif=report.json"}, status: 2,
		},
	}
}
