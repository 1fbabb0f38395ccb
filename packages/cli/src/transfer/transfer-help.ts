/** Where a table is, for the help of several commands. */
export const wherePart = `Where the table is:
      --endpoint <url>    any DynamoDB; aws means AWS itself, in --region (default: http://127.0.0.1:8000, or
                          AWS_ENDPOINT_URL_DYNAMODB)
      --path <folder>     a Monotable data folder that no server has open
      --postgres <url>    a PostgreSQL database with Monotable data, such as postgres://user@host:5432/database; servers
                          may use it meanwhile. The password may be in the environment variable PGPASSWORD
      --region <name>     region (default: AWS_REGION, or us-east-1)
      --profile <name>    access keys of this profile in ~/.aws/credentials (default: AWS_ACCESS_KEY_ID and
                          AWS_SECRET_ACCESS_KEY)
`

const shownPart = `      --json              print one line of JSON when done, for programs
  -q, --quiet             show no progress
  -h, --help              show this help
`

/** What `monotable export --help` prints. */
export const exportHelp = `Copies a table to files that DynamoDB's own import, and monotable import, can read.

Usage: monotable export --table <name> --to <folder> [options]
       monotable export <format> <model file> [options]

The second form converts a model to cloudformation, cdk, terraform, create-table, iam or nosql-workbench; for its
options, run "monotable export terraform --help". The first form copies data:

What is copied:
  -t, --table <name>      the table
      --to <folder>       the folder to write to; - writes lines of JSON to standard output
      --format <kind>     dynamodb-json, gzipped, as in exports to S3 (default); or csv, which keeps text but no types
      --segments <number> parts of the table to read in parallel (default: 4)
      --resume            continue an export to this folder that was interrupted

${wherePart}
How it behaves:
${shownPart}
Items are read by Scan, one page after another, so writes made meanwhile may or may not be in the files. For the table
as it was at one moment, use ExportTableToPointInTime.

Examples:
  monotable export --table Music --to ./music
  monotable export --table Music --to ./music --endpoint aws --region eu-west-1 --profile work
  monotable export --table Music --to ./music --resume
  monotable export --table Music --to - --path .monotable | gzip > music.jsonl.gz
  monotable export --table Music --to ./music --postgres postgres://monotable@db.example.org/app
`

/** What `monotable import --help` prints. */
export const importHelp = `Writes items from files into a table.

Usage: monotable import --table <name> --from <folder or file> [options]
       monotable import <format> <file> [options]

The second form reads cloudformation or nosql-workbench, and writes a model file; for its options, run
"monotable import nosql-workbench --help". The first form copies data:

What is copied:
  -t, --table <name>      the table
      --from <place>      the folder of an export, a folder of files, or a file, gzipped if its name ends in .gz:
                          DynamoDB JSON (an item a line, a list of items, the output of "aws dynamodb scan" or the
                          input of "batch-write-item"), Ion or CSV; - reads standard input
      --format <kind>     dynamodb-json, ion or csv (default: by the endings of the file names); or json: plain JSON
                          objects with the types of JSON, one a line or in one list
      --delimiter <char>  what separates the fields of CSV: , ; : | tab or space (default: ,)
      --create            create the table if it does not exist, with the indexes, stream and time to live that the
                          export's table.json lists; and the folder of --path
      --store <kind>      store for a new folder: sqlite (default) or log, see "monotable serve --help"
      --rate <number>     most items to write per second
      --parallel <number> batches to send at the same time (default: 8)
      --resume            continue an import of these files that was interrupted

${wherePart}
How it behaves:
${shownPart}
Incremental exports are applied: new images are written, and items without one are deleted.
The first row of CSV names the attributes. Key attributes get the types of the table; all others become strings.

Examples:
  monotable import --table Music --from ./music --create
  monotable import --table Music --from ./music --create --path .monotable --store log
  monotable import --table Music --from seeds.json --format json
  monotable import --table Music --from people.csv --endpoint http://127.0.0.1:8001
  aws dynamodb scan --table-name Music | monotable import --table Music --from - --endpoint http://127.0.0.1:8001
  monotable import --table Music --from ./music --resume --rate 500 --endpoint aws
  gunzip -c music.jsonl.gz | monotable import --table Music --from - --path .monotable
  monotable import --table Music --from ./music --create --postgres postgres://monotable@db.example.org/app
`
