package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/publish"
)

// publishStop shows that a run could not start, which ended with an exit status.
func publishStop(ctx context.Context, p Process, cfg config.Config, err error, exit int) int {
	var settings *config.Errors
	if errors.As(err, &settings) {
		cfg = settings.Shown
	}
	if exit == exitClean || len(cfg.Publish) == 0 {
		return exit
	}
	cfg.Token = p.token(cfg)
	workflow := actions.New(p.getenv, p.runner(cfg))
	b, _, failed := newPublisher(p, cfg, workflow)
	if b == nil {
		if failed != nil && failed.Error() != err.Error() {
			p.warn(failed.Error())
		}
		return exit
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), startPatience)
	defer cancel()
	cause, _, _ := strings.Cut(p.secrets.Text(err.Error()), "\n")
	text := "linkvet could not start: " + cause
	if b.shows(config.PublishCheck) {
		run := publish.CheckRun{State: publish.Error, Title: text, Summary: text}
		if _, err := publish.CreateCheck(ctx, b.client, b.at, run); err != nil {
			p.warn("could not create the check run: " + p.secrets.Text(err.Error()))
		}
	}
	if b.shows(config.PublishStatus) {
		if _, err := publish.SetStatus(ctx, b.client, b.at, publish.Status{State: publish.Error, Text: text, URL: b.link}); err != nil {
			p.warn("could not set the commit status: " + p.secrets.Text(err.Error()))
		}
	}
	return exit
}
