/** What `monotable workbench --help` prints. */
export const workbenchHelp = `Opens a web page to explore a database: collections, access patterns, operations, heat,
requests, streams.

Usage: monotable workbench [model.ts] [options]

A model file names the entities and access patterns, and is loaded again when it changes. Without one, the workbench
guesses the entities from the data. The page opens on this machine only, by a link that works once, and sends nothing
anywhere else.

Which database:
      --path <folder>     one in this folder (default: .monotable)
      --store <kind>      store for a new folder: sqlite (default) or log, see "monotable serve --help"
      --memory            an empty one in memory, for example for a sample
      --postgres <url>    one in PostgreSQL, such as postgres://user@host:5432/database, whether or not servers use it;
                          read-only until you allow writing
      --endpoint <url>    a running server, such as http://127.0.0.1:8000, or aws; read-only until you allow writing
      --profile <name>    Amazon DynamoDB, with the keys of this profile; read-only until you allow writing
      --region <name>     region (default: that of the profile, or us-east-1)

How it is shown:
  -p, --port <number>     port of the page; 0 takes any free one (default: 8100, or the next free one)
      --open              open it in the browser
      --read-only         refuse every change
      --sample <name>     load a sample first: shop, session-store, grid-view, social
  -h, --help              show this help

Examples:
  monotable workbench
  monotable workbench model.ts --endpoint http://127.0.0.1:8000
  monotable workbench --profile production --region eu-central-1 --read-only
  monotable workbench --postgres postgres://monotable@db.example.org/app
  monotable workbench --memory --sample shop --open
`
