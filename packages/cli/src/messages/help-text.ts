/** What `monotable --help` prints. */
export const generalHelp = `Monotable: DynamoDB that you own.

Usage: monotable <command> [options]

Commands:
  serve            run a server that AWS SDKs and tools can talk to
  workbench        open a web page to explore and edit a database
  trigger          run a handler for every change of a table, as Lambda does
  check            find mistakes in a model, and estimate what it costs
  docs             document a model: entity charts, access patterns, a diagram
  migrate          bring stored items up to date with a model
  recount          add the counts and unique markers that items stored earlier lack
  rebuild          rebuild the projections and sums that are derived from a table's changes
  export           copy a table of any DynamoDB to files; or convert a model to CloudFormation, Terraform and others
  import           write items from files into a table of any DynamoDB; or make a model from CloudFormation and others

Options:
  -h, --help       show this help, or that of a command
  -v, --version    show the version

Run "monotable <command> --help" for the options of a command.

Exit codes: 0 when all went well, 1 when something failed, 2 for wrong usage. Errors go to standard error, also with
--json: standard output then holds JSON, or nothing.
`

/** What `monotable serve --help` prints. */
export const serveHelp = `Runs a server that answers as DynamoDB does.

Usage: monotable serve [options]

Where it listens:
  -p, --port <number>     port; 0 takes any free one (default: 8000, or the next free one)
      --host <address>    address; 0.0.0.0 lets other machines in (default: 127.0.0.1)
      --cert <file>       certificate (PEM), for HTTPS together with --key
      --key <file>        private key (PEM)
      --max-connections <number>
                          most connections at a time; more wait until idle ones were closed or others have had
                          their turn (default: 10000, or as many as memory and system allow)

Where the data is:
      --path <folder>     keep the data in this folder (default: .monotable)
      --store <kind>      store for a new folder: sqlite (default) keeps one file that any SQLite tool can open and
                          that may be larger than memory; log keeps all keys in memory, and its writes cost the same
                          however much data there is. A folder that has data keeps its store
      --memory            keep the data in memory; it is gone when the server stops
      --postgres <url>    keep the data in PostgreSQL, such as postgres://user@host:5432/database; append ?schema=name
                          to use a schema. Any number of servers may share it. The password may be in the environment
                          variable PGPASSWORD
      --export-dir <folder>
                          stands in for S3: exports are written to it, imports and bulk operations read from it, and
                          each bucket is a folder in it (default: exports in --path; none without --path)
      --durability <kind> when a write is acknowledged: full waits until it is on disk (default); with normal, a power
                          loss may lose the last writes; with off, it may damage the data

Who may use it:
      --auth <file>       accept only requests signed with an access key in this file (default: any key)
      --cors              accept requests from web pages of any origin

Who may watch it:
      --metrics-token <file>
                          require the token in this file for GET /metrics (for Prometheus), GET /requests and
                          GET /heat; with --auth these pages are off unless there is a token
      --keep-requests <number>
                          how many recent requests GET /requests shows (default: 500)
      --keep-bodies       show their bodies too, with the values of items
      --no-metrics        collect no metrics, and serve none of these pages

The workbench, a web page to explore the database (on this machine only, by a link that works once):
      --workbench-port <number>
                          its port; 0 takes any free one (default: 8100, or the next free one)
      --open              open it in the browser
      --no-workbench      leave it out (the default with --json or --auth; --workbench turns it on)
      --sample <name>     load a sample: shop, session-store, grid-view, social

How it behaves:
      --region <name>     region of requests that name none (default: us-east-1)
      --shared            all regions and accounts see the same tables
      --messages <kind>   wording of validation errors: current, or classic as before 2026
      --ttl-delay <seconds>
                          how long after they expire items are deleted (default: 0)
      --vector-delay <seconds>
                          how long a vector index added to a table stays CREATING (default: 1)
      --kinesis <url>     where to send the changes of tables with a Kinesis destination: LocalStack, kinesalite or
                          AWS, such as http://127.0.0.1:4566 (signed with the access keys of the environment or of
                          ~/.aws, or with made-up keys if there are none)
      --throttle          refuse requests beyond a table's capacity, as AWS does (default: never)
      --adversity <list>  inject faults that the cloud has now and then: all, or a list such as
                          seed=7,throttling=0.1,stale-reads=0.2 (also: MONOTABLE_ADVERSITY)
      --json              print one line of JSON when ready, for programs
  -h, --help              show this help

The file for --auth is a JSON list:
  [{ "accessKeyId": "app", "secretAccessKey": "…", "accountId": "123456789012", "name": "my app",
     "policies": "full-access" }]
policies is "full-access", or a list of IAM policies and of files that hold one; without it nothing is
allowed. accountId and name are optional. The server picks up changes of these files, and of those of
--cert, --key and --metrics-token, within a minute, or at once on SIGHUP when it runs in the background.

Examples:
  monotable serve
  monotable serve --memory --port 8001
  monotable serve --path ./data --shared
  monotable serve --memory --sample shop --open
  monotable serve --postgres postgres://monotable@db.example.org/app --host 0.0.0.0
  monotable serve --host 0.0.0.0 --auth keys.json --cert cert.pem --key key.pem
`
