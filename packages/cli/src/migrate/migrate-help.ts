/** The options of all that works on a model's tables, as their help has them. */
export const whereHelp = `Where:
      --endpoint <url>      the database, or aws (default: http://127.0.0.1:8000, or AWS_ENDPOINT_URL_DYNAMODB)
      --path <folder>       a folder of Monotable's, which no server has open
      --postgres <url>      a PostgreSQL database of Monotable's, such as postgres://user@host:5432/database
      --region <name>       (default: AWS_REGION, or us-east-1)
      --profile <name>      of ~/.aws, for the access keys

      --json                print one JSON document
  -h, --help                show this
`

/** What `monotable migrate --help` prints. */
export const migrateHelp = `Brings the items of a table to what the model is today: the current version of their shape, and today's keys.

Usage: monotable migrate plan     <file> [options]   look at every item, and show what would be written; writes nothing
       monotable migrate run      <file> [options]   write it; goes on where an earlier run was cut short
       monotable migrate resume   <file> [options]   only go on with a run or rollback that was cut short
       monotable migrate status   <file> [options]   how far the last one is
       monotable migrate rollback <file> --to <n>    bring items back to an older version, by "down"

The file is a TypeScript or JavaScript module that exports a model. Each item is written on condition that it is as it
was read; one that somebody changes meanwhile is looked at again. One run at a time works on a table.

What to migrate:
      --entity <name>       only this entity, more than once for several (default: all)
      --to <number>         to this version (default: the current one of each entity)
      --indexes             also add the indexes that the model has and the table lacks, and remove those that the
                            model does not have (plan shows them always)

How:
      --segments <number>   parts of the table that are gone through at the same time (default: 4)
      --rate <number>       items written in a second at most (default: no limit)
  -y, --yes                 do not ask before writing

${whereHelp}
It ends with 0 when all is done, 1 when something could not be migrated, and 2 when it is called in a wrong way.

Examples:
  monotable migrate plan model.ts
  monotable migrate run model.ts --indexes --rate 500 --yes
  monotable migrate rollback model.ts --to 2 --entity Customer
  monotable migrate plan model.ts --postgres postgres://monotable@db.example.org/app
`

/** What `monotable rebuild --help` prints. */
export const rebuildHelp = `Builds anew what follows from a table's changes: the items of a projection, or sums.

Usage: monotable rebuild <file> <name> [options]

The file exports, beside the model, what is derived (projection(…) and aggregate(…) of @monotable/model/streams): each
by a name of its own, or all in one object. Everything derived is removed, and every source is touched, so that the
stream brings it to the handler. The handler has to run; others may write meanwhile. One that is cut short, by Ctrl-C
perhaps, has to be run again, from the beginning: until then, what is derived may be incomplete.

      --segments <number>   parts of the table that are gone through at the same time (default: 4)
      --settle <seconds>    how long handlers that have begun may take to end (default: 15)
  -y, --yes                 do not ask before writing

${whereHelp}
Examples:
  monotable rebuild model.ts authors
  monotable rebuild model.ts authors --endpoint aws --profile work --yes
`
