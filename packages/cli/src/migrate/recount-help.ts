import { whereHelp } from './migrate-help.ts'

/** What `monotable recount --help` prints. */
export const recountHelp = `Adds the unique markers and counts that a model declares, for items that were stored before it declared them.

Usage: monotable recount plan   <file> [options]   read every item and show what is wrong; writes nothing
       monotable recount run    <file> [options]   correct it; continues an earlier run that was interrupted
       monotable recount status <file> [options]   show how far the last run is

The file is a TypeScript or JavaScript module that exports a model. Programs that write through the same model may keep
running: recount writes a marker or a count only if the items it stems from have not changed. If two items share a value
that must be unique, it names both and changes neither. Only one recount or migration at a time can work on a table.

What to recount:
      --relation <name>     only this; repeat the option for several: Customer.email for something unique,
                            Order.customer for a relation with a count (default: all)
      --period <name>       only the tables of this period, such as 2026-01, of a model that has a table for each period

How:
      --segments <number>   parts of the table to work on in parallel (default: 4)
      --rate <number>       most writes per second (default: no limit)
  -y, --yes                 do not ask before writing

${whereHelp}
Exit codes: 0 when all is right, 1 when something could not be corrected (or, for plan, would not be), 2 for wrong
usage.

Examples:
  monotable recount plan model.ts
  monotable recount run model.ts --relation Order.customer --rate 200 --yes
`
