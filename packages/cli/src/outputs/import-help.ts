import { wherePart } from '../transfer/transfer-help.ts'

/** What `monotable import <format> --help` prints. */
export const importModelHelp = `Makes a model file of something that others wrote.

Usage: monotable import <format> <file> [options]

Formats:
  cloudformation    the tables of a template, as JSON or YAML, of SAM too
  nosql-workbench   a file of NoSQL Workbench of any version; its data is loaded with --endpoint, --path or
                    --postgres

What is wrong in a file is mended where it can be and left out where it cannot; each time it is told, with the place.

Options:
      --out <file>   the model file to write (default: standard output, unless data is loaded)
      --force        write over a file that is there
      --json         print one line of JSON about what was read, for programs
  -q, --quiet        tell nothing of what was mended
  -h, --help         show this

Data is loaded when one of these is given; tables that are missing are made.
${wherePart}
Examples:
  monotable import cloudformation template.json --out model.ts
  monotable import nosql-workbench shop.json --out model.ts
  monotable import nosql-workbench shop.json --path .monotable
  monotable import nosql-workbench shop.json --endpoint http://127.0.0.1:8000 --json
`
