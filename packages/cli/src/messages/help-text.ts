/** What `monotable --help` prints. */
export const generalHelp = `Monotable: DynamoDB that you own.

Usage: monotable <command> [options]

Commands:
  serve            run a server that AWS SDKs and tools can talk to
  workbench        open a web page to look into a database
  trigger          run a handler for the changes of a table, as Lambda does
  check            look for mistakes in a model, and what it costs
  docs             write down what a model is: entity charts, access patterns, a diagram
  migrate          bring a table's items to what a model is today
  recount          make up counts and markers of what was declared when items were stored already
  rebuild          build anew what follows from a table's changes
  export           copy a table of any DynamoDB into files; or write a model as CloudFormation, Terraform and others
  import           write items from files into a table of any DynamoDB; or make a model of CloudFormation and others

Options:
  -h, --help       show this, or the help of a command
  -v, --version    show the version

Run "monotable serve --help" for the options of serve, and so for the others.

A command ends with 0 when all went well, 1 when something did not, and 2 when it is called in a wrong way. What went
wrong is said on standard error, with --json too: standard output has JSON then, or nothing.
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
                          how many connections there may be; for each beyond it, the one is ended that has been idle
                          for longest (default: 10000, or as many as the system allows)

Where the data is:
      --path <folder>     keep the data here (default: .monotable)
      --store <kind>      what keeps it: sqlite, one file that any tool opens and that may be larger than memory
                          (default); or log, whose writes cost the same however much there is, and which holds all
                          keys in memory. A folder that has data is used as it is
      --memory            keep the data in memory; it is gone when the server stops
      --postgres <url>    keep the data in PostgreSQL, such as postgres://user@host:5432/database, or in a schema
                          of it with ?schema=name behind it; any number of servers may share it (the password can
                          be in the environment variable PGPASSWORD)
      --export-dir <folder>
                          where exports are written to, and imports and bulk operations read from, in place of
                          S3: each bucket is a folder in it (default: exports in --path; none without)
      --durability <kind> when a write counts as done: full, once it is on the disk (default); normal, when
                          power loss may take the last writes; off, when it may damage the data

Who may use it:
      --auth <file>       accept only requests signed with one of these access keys (default: any key)
      --cors              let web pages of any origin send requests

Who may watch it:
      --metrics-token <file>
                          GET /metrics (for Prometheus), GET /requests and GET /heat want the token in this file;
                          with --auth they are not there without it
      --keep-requests <number>
                          how many of the last requests GET /requests tells (default: 500)
      --keep-bodies       tell what they said too, with the values of items
      --no-metrics        count and tell nothing

The workbench, a web page to look into the database (for this machine only, by a link that works once):
      --workbench-port <number>
                          its port; 0 takes any free one (default: 8100, or the next free one)
      --open              open it in the browser
      --no-workbench      leave it out; so it is with --json and --auth, unless --workbench is given
      --sample <name>     begin with a sample: shop, session-store, grid-view, social

How it behaves:
      --region <name>     region of callers that name none (default: us-east-1)
      --shared            all regions and accounts see the same tables
      --messages <kind>   wording of validation errors: current, or classic as before 2026
      --ttl-delay <seconds>
                          delete expired items so much later (default: 0)
      --vector-delay <seconds>
                          how long a vector index that is added to a table is CREATING (default: 1)
      --kinesis <url>     where the changes of tables with a Kinesis destination are sent to: LocalStack, kinesalite
                          or AWS, such as http://127.0.0.1:4566 (signed with the access keys of the environment or
                          of ~/.aws; with any where there are none)
      --throttle          refuse requests beyond a table's capacity, as AWS does (default: never)
      --adversity <list>  do to requests what the cloud does now and then, such as all, or
                          seed=7,throttling=0.1,stale-reads=0.2 (also: MONOTABLE_ADVERSITY)
      --json              print one line of JSON when ready, for programs
  -h, --help              show this

The file for --auth is a JSON list:
  [{ "accessKeyId": "app", "secretAccessKey": "…", "accountId": "123456789012", "name": "my app",
     "policies": "full-access" }]
policies is "full-access", or a list of IAM policies and of files that hold one; without it nothing is
allowed. accountId and name may be left out. When these files have changed they count within a minute, and at
once on SIGHUP in the background, as those of --cert, --key and --metrics-token do.

Examples:
  monotable serve
  monotable serve --memory --port 8001
  monotable serve --path ./data --shared
  monotable serve --memory --sample shop --open
  monotable serve --postgres postgres://monotable@db.example.org/app --host 0.0.0.0
  monotable serve --host 0.0.0.0 --auth keys.json --cert cert.pem --key key.pem
`
