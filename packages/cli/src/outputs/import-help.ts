import { wherePart } from '../transfer/transfer-help.ts'

/** What `monotable import <format> --help` prints. */
export const importModelHelp = `Makes a model file from a file that another tool wrote.

Usage: monotable import <format> <file> [options]

Formats:
  cloudformation    the tables of a CloudFormation or SAM template, as JSON or YAML
  nosql-workbench   a NoSQL Workbench file of any version; --endpoint, --path or --postgres loads its data too

Faults in the file are repaired where possible and left out otherwise. Each one is reported, with its place.

Options:
      --out <file>   the model file to write (default: standard output, unless data is loaded)
      --force        overwrite an existing file
      --json         print one line of JSON about what was read, for programs
  -q, --quiet        do not report what was repaired or left out
  -h, --help         show this help

One of these options loads the data, and creates tables that are missing.
${wherePart}
Examples:
  monotable import cloudformation template.json --out model.ts
  monotable import nosql-workbench shop.json --out model.ts
  monotable import nosql-workbench shop.json --path .monotable
  monotable import nosql-workbench shop.json --endpoint http://127.0.0.1:8000 --json
`
