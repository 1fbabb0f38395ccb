/** What `monotable docs --help` prints. */
export const docsHelp = `Writes down what a model is, for people: entity charts of its tables and indexes, its access patterns with index,
parameters, units and notes, a diagram of its entities, and what "monotable check" finds.

Usage: monotable docs <model file> [options]

Options:
      --format <kind>  markdown or html (default: as --out ends, else markdown); html is one page that needs nothing
                       else, with the diagram in it
      --out <place>    the file to write, or a folder that gets model.md or model.html (default: standard output)
      --title <text>   what it is called (default: the names of the tables)
      --json           print the description of the model as JSON, for programs
  -h, --help           show this

Examples:
  monotable docs model.ts --out docs/model.md
  monotable docs model.ts --format html --out docs
  monotable docs model.ts --json | jq '.tables[].patterns[].name'
`
