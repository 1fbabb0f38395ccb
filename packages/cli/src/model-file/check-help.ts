/** What `monotable check --help` prints. */
export const checkHelp = `Looks at a model before it runs: wrong keys, patterns that miss items or read too much, hot
partitions, and what it all costs.

Usage: monotable check <file> [options]

The file is a TypeScript or JavaScript module that exports a model, made by model({ entities, patterns }) of
@monotable/model, or entities and patterns by their names. Calls that were kept in <name>.expectations.json beside it
are made again, each on an empty database in memory, and have to return the same.

Options:
      --strict   warnings count as errors
      --lock     write what stored items depend on into schema.lock.json beside the file: commit it, and a later check
                 fails when the model has become another
      --json     print one JSON document: findings, patterns, entities, cost, expectations
  -h, --help     show this

It ends with 0 when all is well, 1 when there are findings (errors, or with --strict any) or an expectation does not
hold, and 2 when it is called in a wrong way.

What is meant so can be said in the model, where it stands: allow: ['scan'] of a pattern, allow: ['hot'] of an entity.

Examples:
  monotable check model.ts
  monotable check src/model.ts --strict
  monotable check model.ts --lock
  monotable check model.ts --json | jq '.cost.dollarsPerMonth'
`
