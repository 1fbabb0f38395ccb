/** What `monotable trigger --help` prints. */
export const triggerHelp = `Runs a handler for every change of a table, as Lambda does for a DynamoDB stream.

Usage: monotable trigger --table <name> --handler <file> [options]

What it runs:
  -t, --table <name>      the table; it must have a stream
      --handler <file>    a module as you would deploy it to Lambda: ESM or CommonJS, JavaScript or TypeScript
      --export <name>     the exported function to run (default: handler)
      --timeout <seconds> how long a call may take (default: 900)

Where the table is:
      --endpoint <url>    any DynamoDB; aws means AWS itself, in --region (default: http://127.0.0.1:8000, or
                          AWS_ENDPOINT_URL_DYNAMODB)
      --path <folder>     a Monotable data folder that no server has open; the trigger serves it while it runs
      --postgres <url>    a PostgreSQL database with Monotable data, such as postgres://user@host:5432/database; the
                          trigger serves it to the function while it runs, and keeps its checkpoint there
      --region <name>     region of the table (default: AWS_REGION, or us-east-1)
      --profile <name>    access keys of this profile in ~/.aws/credentials (default: AWS_ACCESS_KEY_ID and
                          AWS_SECRET_ACCESS_KEY)

Which changes:
      --filter <json>     Lambda's filter pattern, or a list of them; @file reads it from a file
      --starting-position <where>
                          where to start the first time: LATEST (default), TRIM_HORIZON, or a time such as
                          2026-01-01T00:00:00Z. After that it continues from its checkpoint
      --name <name>       name of the checkpoint (default: table:export)
      --state <folder>    where to keep the checkpoint with --endpoint (default: .monotable/triggers)

How many at a time:
      --batch-size <n>    most records in a call, up to 10000 (default: 100)
      --batch-window <seconds>
                          how long to wait for a batch to fill up (default: 0)
      --parallel <n>      calls at the same time for a shard, up to 10; changes of one item stay in order (default: 1)

When the function fails:
      --max-attempts <n>  give up on a record after this many attempts (default: retry for ever)
      --max-age <seconds> give up on records that are older (default: a day)
      --bisect            split a failed batch, to find the record that makes it fail
      --on-failure <file> append records that were given up on to this file, one JSON object a line
      --redrive           start with the records that were given up on earlier

How it runs:
      --once              handle the changes that are there, then exit
      --json              print a line of JSON for every event, for programs
  -h, --help              show this help

The AWS SDK in the function reaches the same database: AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION and the access keys are
set for it, unless you have set them.

Examples:
  monotable trigger --table Orders --handler ./handler.mjs
  monotable trigger --table Orders --handler ./dist/index.js --export onOrder --batch-size 10
  monotable trigger --table Orders --handler ./handler.mjs --filter '{"eventName":["INSERT"]}'
  monotable trigger --table Orders --handler ./handler.mjs --max-attempts 3 --bisect --on-failure failed.jsonl
  monotable trigger --table Orders --handler ./handler.mjs --path ./data --starting-position TRIM_HORIZON --once
  monotable trigger --table Orders --handler ./handler.mjs --postgres postgres://monotable@db.example.org/app
`
