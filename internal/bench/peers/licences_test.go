package peers

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// permissive names the licences that a rival may carry, by a sentence of each.
var permissive = []struct{ name, sentence string }{
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"BSD-3-Clause", "Neither the name of"},
	{"Apache-2.0", "Apache License Version 2.0, January 2004"},
}

// TestLicences reads the licence of every module that the comparison links or
// tests with, and finds it in README.md: nothing copyleft comes in unseen.
func TestLicences(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "list", "-deps", "-test", "-f", "{{with .Module}}{{if not (or .Main .Replace)}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "../...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{"": true}
	for _, line := range strings.Split(string(out), "\n") {
		line = strings.TrimSpace(line)
		if seen[line] {
			continue
		}
		seen[line] = true
		fields := strings.Split(line, "\t")
		path, version, dir := fields[0], fields[1], fields[2]
		data, err := os.ReadFile(filepath.Join(dir, "LICENSE"))
		if err != nil {
			t.Errorf("%s: no licence: %v", path, err)
			continue
		}
		row := "| " + path + " " + version + " | " + licence(string(data)) + " |"
		if !strings.Contains(string(readme), row) {
			t.Errorf("README.md lacks the row %q", row)
		}
	}
	if len(seen) < 5 {
		t.Errorf("only %d modules found", len(seen))
	}
}

func licence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, l := range permissive {
		if strings.Contains(text, l.sentence) && !strings.Contains(text, "GENERAL PUBLIC") {
			return l.name
		}
	}
	return "UNKNOWN"
}
