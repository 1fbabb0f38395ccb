import { whereHelp } from './migrate-help.ts'

/** What `monotable recount --help` prints. */
export const recountHelp = `Makes up what a model declares of items that were stored before: markers of what is unique, and counts.

Usage: monotable recount plan   <file> [options]   look at every item, and show what is not right; writes nothing
       monotable recount run    <file> [options]   make it right; goes on where an earlier run was cut short
       monotable recount status <file> [options]   how far the last one is

The file is a TypeScript or JavaScript module that exports a model. Programs that write by the same model may go on:
everything is written on condition that what it was made of is still so. Two items that have what must be unique are
named, both of them, and neither is changed. One run at a time works on a table, and no migration beside it.

What:
      --relation <name>     only this, more than once for several: Customer.email is something unique, Order.customer
                            is a relation with a count (default: all that there are)

How:
      --segments <number>   parts of the table that are gone through at the same time (default: 4)
      --rate <number>       writes in a second at most (default: no limit)
  -y, --yes                 do not ask before writing

${whereHelp}
It ends with 0 when all is right, 1 when something could not be made up (or, of a plan, would not be), and 2 when it is
called in a wrong way.

Examples:
  monotable recount plan model.ts
  monotable recount run model.ts --relation Order.customer --rate 200 --yes
`
