package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

//go:embed page.css
var style string

// photograph renders a text as GitHub does, and writes path.html and path.png, a picture of
// its first so many pixels.
func photograph(ctx context.Context, chromium, path, markdown string, height int) error {
	var body bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert([]byte(markdown), &body); err != nil {
		return fmt.Errorf("could not render %s: %w", path, err)
	}
	page := "<!doctype html>\n<meta charset=utf-8>\n<style>" + style + "</style>\n<div class=box>" + body.String() + "</div>\n"
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".html", []byte(page), 0o644); err != nil {
		return err
	}
	profile, err := os.MkdirTemp("", "rendered")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(profile) }()
	said, err := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--user-data-dir="+profile,
		fmt.Sprintf("--window-size=1000,%d", height), "--screenshot="+path+".png", "file://"+path+".html").CombinedOutput()
	if err != nil {
		return fmt.Errorf("could not photograph %s: %w\n%s", path, err, said)
	}
	return nil
}
