/** What `monotable trigger --help` prints. */
export const triggerHelp = `Runs a handler for every change of a table, as Lambda does for a DynamoDB stream.

Usage: monotable trigger --table <name> --handler <file> [options]

What it runs:
  -t, --table <name>      the table; it must have a stream
      --handler <file>    a module as it would be given to Lambda, ESM or CommonJS, JavaScript or TypeScript
      --export <name>     the function that it exports (default: handler)
      --timeout <seconds> how long the function may take (default: 900)

Where the table is:
      --endpoint <url>    any DynamoDB; aws is that of --region at AWS (default: http://127.0.0.1:8000, or
                          AWS_ENDPOINT_URL_DYNAMODB)
      --path <folder>     a folder of Monotable's that no server has open; it is served while this runs
      --postgres <url>    a PostgreSQL database of Monotable's, such as postgres://user@host:5432/database; it is
                          served to the function while this runs, and the checkpoint is kept in it
      --region <name>     region of the table (default: AWS_REGION, or us-east-1)
      --profile <name>    access keys of this profile in ~/.aws/credentials (default: AWS_ACCESS_KEY_ID and
                          AWS_SECRET_ACCESS_KEY)

Which changes:
      --filter <json>     Lambda's filter pattern, or a list of them; @file reads it from a file
      --starting-position <where>
                          where to begin the first time: LATEST (default), TRIM_HORIZON, or a time such as
                          2026-01-01T00:00:00Z. Afterwards it goes on where it stopped
      --name <name>       name of the checkpoint (default: table:export)
      --state <folder>    where the checkpoint of an endpoint is kept (default: .monotable/triggers)

How many at a time:
      --batch-size <n>    at most so many records a call, up to 10000 (default: 100)
      --batch-window <seconds>
                          wait so long for a batch to become full (default: 0)
      --parallel <n>      so many calls at once for a shard, up to 10; each item stays in order (default: 1)

When the function fails:
      --max-attempts <n>  give a record up after so many attempts (default: try for ever)
      --max-age <seconds> give records up that are older (default: a day)
      --bisect            split a batch that failed, to find the record that it fails for
      --on-failure <file> append records that were given up to this file, a line of JSON each
      --redrive           begin with the records that were given up before

How it runs:
      --once              handle what there is, and end
      --json              print a line of JSON for everything that happens, for programs
  -h, --help              show this

The function's own AWS SDK finds the same database: AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION and the keys are set for it
unless they are set already.

Examples:
  monotable trigger --table Orders --handler ./handler.mjs
  monotable trigger --table Orders --handler ./dist/index.js --export onOrder --batch-size 10
  monotable trigger --table Orders --handler ./handler.mjs --filter '{"eventName":["INSERT"]}'
  monotable trigger --table Orders --handler ./handler.mjs --max-attempts 3 --bisect --on-failure failed.jsonl
  monotable trigger --table Orders --handler ./handler.mjs --path ./data --starting-position TRIM_HORIZON --once
  monotable trigger --table Orders --handler ./handler.mjs --postgres postgres://monotable@db.example.org/app
`
