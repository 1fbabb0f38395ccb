/** The options of all commands that work on the tables of a model, as their help lists them. */
export const whereHelp = `Where:
      --endpoint <url>      the database, or aws (default: http://127.0.0.1:8000, or AWS_ENDPOINT_URL_DYNAMODB)
      --path <folder>       a Monotable data folder that no server has open
      --postgres <url>      a PostgreSQL database with Monotable data, such as postgres://user@host:5432/database
      --region <name>       region (default: AWS_REGION, or us-east-1)
      --profile <name>      profile in ~/.aws that has the access keys

      --json                print one JSON document
  -h, --help                show this help
`

/** What `monotable migrate --help` prints. */
export const migrateHelp = `Brings stored items up to date with the model: the current version of their shape, and the current keys.

Usage: monotable migrate plan     <file> [options]   read every item and show what would be written; writes nothing
       monotable migrate run      <file> [options]   migrate; continues an earlier run that was interrupted
       monotable migrate resume   <file> [options]   only continue a run or rollback that was interrupted
       monotable migrate status   <file> [options]   show how far the last run is
       monotable migrate rollback <file> --to <n>    bring items back to an older version, by "down"

The file is a TypeScript or JavaScript module that exports a model. An item is written only if it has not changed since
it was read; if it has, it is read again. Only one run at a time can work on a table.

What to migrate:
      --entity <name>       only this entity; repeat the option for several (default: all)
      --to <number>         to this version (default: the current one of each entity)
      --period <name>       only the tables of this period, such as 2026-01, of a model that has a table for each period
      --indexes             also add indexes that the table lacks, and remove indexes that the model does not have
                            (plan always shows them)

How:
      --segments <number>   parts of the table to work on in parallel (default: 4)
      --rate <number>       most items to write per second (default: no limit)
      --unchecked           store what "up" returns even if the schema refuses it
  -y, --yes                 do not ask before writing

${whereHelp}
Exit codes: 0 when all is done, 1 when something could not be migrated, 2 for wrong usage.

Examples:
  monotable migrate plan model.ts
  monotable migrate run model.ts --indexes --rate 500 --yes
  monotable migrate rollback model.ts --to 2 --entity Customer
  monotable migrate plan model.ts --postgres postgres://monotable@db.example.org/app
`

/** What `monotable rebuild --help` prints. */
export const rebuildHelp = `Rebuilds what is derived from a table's changes: the items of a projection, or sums.

Usage: monotable rebuild <file> <name> [options]

Besides the model, the file exports what is derived (projection(…) and aggregate(…) of @monotable/model/streams), each
under a name of its own, or all in one object. Rebuild removes every derived item, then touches every source item, so
that the stream brings it to the handler again. The handler has to be running; others may write meanwhile. If a rebuild
is interrupted, say by Ctrl-C, run it again from the beginning: until it completes, derived items may be incomplete.

      --segments <number>   parts of the table to work on in parallel (default: 4)
      --settle <seconds>    how long to wait for handlers that have already started (default: 15)
  -y, --yes                 do not ask before writing

${whereHelp}
Examples:
  monotable rebuild model.ts authors
  monotable rebuild model.ts authors --endpoint aws --profile work --yes
`
