// Package schema checks the JSON Schemas that package jury gives out with an
// implementation of JSON Schema that is not ours. It holds tests only.
package schema
