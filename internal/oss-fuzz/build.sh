#!/bin/bash -eu
# Builds every fuzz target of the library. It runs in the image of OSS-Fuzz, in a
# checkout of its own, which it changes.

cd "$SRC/jury"
export GOTOOLCHAIN=local # the builder replaces a file of the toolchain that is there

# A program cannot be imported, so that the target of the command is left out.
targets=()
for package in $(go list -f '{{if ne .Name "main"}}{{.ImportPath}}{{end}}' ./...); do
	for target in $(go test -vet=off -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
		targets+=("$package $target")
	done
done
[ "${#targets[@]}" -gt 0 ] || {
	echo "no fuzz target" >&2
	exit 1
}

# The builder compiles the tests of a package as its sources. Those of its external
# test package would be a second package in the folder, and no target needs them.
# shellcheck disable=SC2016 # $dir is the template's
go list -f '{{$dir := .Dir}}{{range .XTestGoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}' ./... | while read -r file; do
	rm -f "$file"
done

# Targets read their seeds where go test runs, and a fuzzer runs anywhere: each one
# goes to the folder that it is in, and the files go there, too.
cp -r testdata README.md "$OUT/"
for package in $(printf '%s\n' "${targets[@]}" | cut -d ' ' -f 1 | sort -u); do
	dir=$(go list -f '{{.Dir}}' "$package")
	name=$(go list -f '{{.Name}}' "$package")
	cat >"$dir/ossfuzz.go" <<EOF
package $name

import (
	"os"
	"path/filepath"
)

func init() {
	if program, err := os.Executable(); err == nil {
		_ = os.Chdir(filepath.Dir(program))
	}
}
EOF
done

go get github.com/AdamKorcz/go-118-fuzz-build/testing
for line in "${targets[@]}"; do
	package=${line% *} target=${line#* }
	compile_native_go_fuzzer_v2 "$package" "$target" "$target"
	[ -x "$OUT/$target" ] || { # it only says so where it cannot find a target
		echo "$target was not built" >&2
		exit 1
	}
done
