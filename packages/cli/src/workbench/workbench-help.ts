/** What `monotable workbench --help` prints. */
export const workbenchHelp = `Opens a web page to look into a database: collections, access patterns, operations, heat, requests.

Usage: monotable workbench [model.ts] [options]

A model file names entities and access patterns; it is read again when it changes. Without one they are guessed
from the data. The page is served to this machine only, by a link that works once; nothing is sent anywhere else.

Which database:
      --path <folder>     one in this folder (default: .monotable)
      --store <kind>      what is to keep a folder that is made: sqlite (default) or log, see "monotable serve --help"
      --memory            an empty one in memory, such as for a sample
      --postgres <url>    one in PostgreSQL, such as postgres://user@host:5432/database, whether or not servers run on
                          it; read-only until it is switched
      --endpoint <url>    one that is served, such as http://127.0.0.1:8000, or aws; read-only until it is switched
      --profile <name>    Amazon DynamoDB, with the keys of this profile; read-only until it is switched
      --region <name>     its region (default: that of the profile, or us-east-1)

How it is shown:
  -p, --port <number>     port of the page; 0 takes any free one (default: 8100, or the next free one)
      --open              open the browser
      --read-only         change nothing, whatever the page is asked to do
      --sample <name>     load a sample first: shop, session-store, grid-view, social
  -h, --help              show this

Examples:
  monotable workbench
  monotable workbench model.ts --endpoint http://127.0.0.1:8000
  monotable workbench --profile production --region eu-central-1 --read-only
  monotable workbench --postgres postgres://monotable@db.example.org/app
  monotable workbench --memory --sample shop --open
`
