/** What `monotable check --help` prints. */
export const checkHelp = `Checks a model before it runs: wrong keys, patterns that miss items or read too much, hot
partitions, and what it all costs.

Usage: monotable check <file> [options]

The file is a TypeScript or JavaScript module that exports a model, made by model({ entities, patterns }) of
@monotable/model, or exports entities and patterns by name. The calls saved in <name>.expectations.json beside it run
again, each on an empty database in memory, and have to return the same.

Options:
      --strict   treat warnings as errors
      --lock     write what stored items depend on to schema.lock.json beside the file; commit it, and later checks
                 fail when the model no longer fits it
      --json     print one JSON document: findings, patterns, entities, cost, expectations
  -h, --help     show this help

Exit codes: 0 when all is well, 1 when there are errors (with --strict, any findings) or an expectation is not met, 2
for wrong usage.

To accept a finding that is intended, say so in the model: allow: ['scan'] in a pattern, allow: ['hot'] in an entity.

Examples:
  monotable check model.ts
  monotable check src/model.ts --strict
  monotable check model.ts --lock
  monotable check model.ts --json | jq '.cost.dollarsPerMonth'
`
