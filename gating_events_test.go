package main

// deploymentGates are runs for a deployment that has no site to check, beside a
// directory that an earlier step left behind.
func deploymentGates() []gateCase {
	named := func(name, way, event string) gateCase {
		return gateCase{
			way:    way,
			isBare: true,
			files:  map[string]string{"public/index.html": "<title>Home</title>", "event.json": event},
			env:    []string{"GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=" + name, "GITHUB_EVENT_PATH=$DIR/event.json"},
			status: 2,
		}
	}
	run := func(way, event string) gateCase { return named("deployment_status", way, event) }
	nameless := run("`environment` is set, and the event names none", `{"deployment_status": {"state": "success", "environment_url": "https://preview.example.com/"}}`)
	nameless.env = append(nameless.env, "INPUT_ENVIRONMENT=Preview*")
	return []gateCase{
		run("the deployment failed", `{"deployment_status": {"state": "failure", "environment_url": ""}}`),
		run("another deployment replaced this one", `{"deployment_status": {"state": "inactive", "environment_url": "https://old.example.com/"}}`),
		run("the state of the deployment is unknown", `{"deployment_status": {"state": "paused"}}`),
		run("the deployment has no URL", `{"deployment_status": {"state": "success", "environment_url": "", "target_url": "https://github.com/octo/site/actions/runs/1"}}`),
		run("the URL of the deployment is a log", `{"deployment_status": {"state": "success", "environment_url": "https://github.com/octo/site/actions/runs/1"}}`),
		run("the URL of the deployment is a dashboard", `{"deployment_status": {"state": "success", "environment_url": "https://railway.com/project/1"}}`),
		run("the event cannot be read", `{`),
		named("status", "the host canceled the deployment", `{"state": "success", "context": "netlify/site/deploy-preview", "description": "Deploy Preview canceled.", "target_url": "https://app.netlify.com/projects/site/deploys/1"}`),
		named("check_run", "a check run has no URL of a preview", `{"check_run": {"status": "completed", "conclusion": "success", "app": {"slug": "cloudflare-workers-and-pages"}, "output": {"summary": ""}}}`),
		nameless,
	}
}

// deliveryGates are runs whose reports cannot be delivered.
func deliveryGates() []gateCase {
	return []gateCase{
		{
			way:   "a report cannot be written",
			files: map[string]string{"public/index.html": "<title>Home</title>"},
			args:  []string{"--report=sarif=public"}, status: 3,
		},
		{
			way:   "two reports have the same path",
			files: map[string]string{"public/index.html": "<title>Home</title>"},
			args:  []string{"--report=sarif=report.json"}, status: 2,
		},
	}
}
