/** Where a table is, for the help of several commands. */
export const wherePart = `Where the table is:
      --endpoint <url>    any DynamoDB; aws is that of --region at AWS (default: http://127.0.0.1:8000, or
                          AWS_ENDPOINT_URL_DYNAMODB)
      --path <folder>     the data of a Monotable that is not running
      --postgres <url>    the data of Monotable in PostgreSQL, such as postgres://user@host:5432/database; servers may
                          run on it meanwhile (the password can be in the environment variable PGPASSWORD)
      --region <name>     region (default: AWS_REGION, or us-east-1)
      --profile <name>    access keys of this profile in ~/.aws/credentials (default: AWS_ACCESS_KEY_ID and
                          AWS_SECRET_ACCESS_KEY)
`

const shownPart = `      --json              print one line of JSON when done, for programs
  -q, --quiet             show no progress
  -h, --help              show this
`

/** What `monotable export --help` prints. */
export const exportHelp = `Copies a table into files that DynamoDB's own import, and monotable import, can read.

Usage: monotable export --table <name> --to <folder> [options]
       monotable export <format> <model file> [options]

The second form writes a model as something else: cloudformation, cdk, terraform, create-table, iam or
nosql-workbench. "monotable export terraform --help" tells its options. The first form copies data:

What is copied:
  -t, --table <name>      the table
      --to <folder>       the folder to write to; - writes lines of JSON to standard output
      --format <kind>     dynamodb-json, gzipped, as exports to S3 are (default), or csv, which keeps text only
      --segments <number> how many parts of the table are read at once (default: 4)
      --resume            go on with an export to this folder that was cut short

${wherePart}
How it behaves:
${shownPart}
Items are read as they are met, by Scan: what is written meanwhile may be in the files or not. For a table as it was
at one moment, use ExportTableToPointInTime.

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

The second form reads cloudformation or nosql-workbench, and gives back a model file.
"monotable import nosql-workbench --help" tells its options. The first form copies data:

What is copied:
  -t, --table <name>      the table
      --from <place>      an export's folder, a folder of files, or a file: lines of DynamoDB's JSON or a list of
                          items in it, what "aws dynamodb scan" prints or "batch-write-item" takes, Ion or CSV,
                          gzipped when the name ends in .gz; - reads standard input
      --format <kind>     dynamodb-json, ion or csv (default: as the names of the files end); or json: plain objects,
                          a line each or in one list, whose values have the types of JSON
      --delimiter <char>  what stands between the cells of CSV: , ; : | tab or space (default: ,)
      --create            make the table when there is none, as the export's table.json says, with its indexes, stream
                          and time to live; and the folder of --path
      --store <kind>      what is to keep a folder that is made: sqlite (default) or log, see "monotable serve --help"
      --rate <number>     write so many items a second at most
      --parallel <number> how many batches are on their way at once (default: 8)
      --resume            go on with an import of these files that was cut short

${wherePart}
How it behaves:
${shownPart}
Files of incremental exports are applied: new images are written, and items without one are deleted.
In CSV the first row has the names; key attributes have the types of the table, all others are strings.

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
