module github.com/seed-bcabc8a2/jury/internal/bench

go 1.26.0

require (
	github.com/go-json-experiment/json v1.27.2
	github.com/kaptinlin/jsonrepair v0.2.15
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/seed-bcabc8a2/jury v0.0.0
	github.com/tidwall/gjson v1.20.3
	github.com/yuin/goldmark v1.8.7
)

require (
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.3.0 // indirect
	golang.org/x/text v0.14.0 // indirect
)

replace github.com/seed-bcabc8a2/jury => ../..
