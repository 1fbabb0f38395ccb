/** What `monotable --help` prints. */
export const generalHelp = `Monotable: DynamoDB that you own.

Usage: monotable <command> [options]

Commands:
  serve            run a server that AWS SDKs and tools can talk to

Options:
  -h, --help       show this, or the help of a command
  -v, --version    show the version

Run "monotable serve --help" for the options of serve.
`

/** What `monotable serve --help` prints. */
export const serveHelp = `Runs a server that answers as DynamoDB does.

Usage: monotable serve [options]

Where it listens:
  -p, --port <number>     port; 0 takes any free one (default: 8000, or the next free one)
      --host <address>    address; 0.0.0.0 lets other machines in (default: 127.0.0.1)
      --cert <file>       certificate (PEM), for HTTPS together with --key
      --key <file>        private key (PEM)

Where the data is:
      --path <folder>     keep the data here (default: .monotable)
      --memory            keep the data in memory; it is gone when the server stops
      --durability <kind> when a write counts as done: full, once it is on the disk (default); normal, when
                          power loss may take the last writes; off, when it may damage the data

Who may use it:
      --auth <file>       accept only requests signed with one of these access keys (default: any key)
      --cors              let web pages of any origin send requests

How it behaves:
      --region <name>     region of callers that name none (default: us-east-1)
      --shared            all regions see the same tables
      --messages <kind>   wording of validation errors: current, or classic as before 2026
      --json              print one line of JSON when ready, for programs
  -h, --help              show this

The file for --auth is a JSON list:
  [{ "accessKeyId": "app", "secretAccessKey": "…", "accountId": "123456789012", "name": "my app" }]
accountId and name may be left out.

Examples:
  monotable serve
  monotable serve --memory --port 8001
  monotable serve --path ./data --shared
  monotable serve --host 0.0.0.0 --auth keys.json --cert cert.pem --key key.pem
`
