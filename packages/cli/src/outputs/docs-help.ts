/** What `monotable docs --help` prints. */
export const docsHelp = `Documents a model for people: entity charts of its tables and indexes, its access patterns with index, parameters,
units and notes, a diagram of its entities, and what "monotable check" finds.

Usage: monotable docs <model file> [options]

Options:
      --format <kind>  markdown or html (default: by the ending of --out, else markdown); html is one self-contained
                       page that includes the diagram
      --out <place>    the file to write, or a folder to write model.md or model.html in (default: standard output)
      --title <text>   title of the document (default: the names of the tables)
      --json           print the description of the model as JSON, for programs
  -h, --help           show this help

Examples:
  monotable docs model.ts --out docs/model.md
  monotable docs model.ts --format html --out docs
  monotable docs model.ts --json | jq '.tables[].patterns[].name'
`
