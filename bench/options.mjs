import { parseArgs } from 'node:util'
import { operationNames } from './operations.mjs'

/** The sections of a run, in order. */
export const sectionNames = [
  'http',
  'in-process',
  'cold-start',
  'memory',
  'growth',
  'served-growth',
  'item-sizes',
  'checkpoints',
  'expiry',
  'backup',
  'model',
  'partiql',
  'postgres',
  'streams',
  'vectors',
  'workbench',
]

export const help = `npm run bench -- [options]

Measures Monotable, and whichever peers it finds, in the same run.

  --quick          short slices and small tables, for a rough look
  --only LIST      only these operations (${operationNames.join(', ')})
                   or parts (${sectionNames.join(', ')}), comma-separated
  --peers LIST     dynalite, local or none (default: all that are found)
  --json           print the figures as JSON
  --write          update bench/RESULTS.md with the parts that were measured
  --help           print this

Build first: npm run build. A full run writes bench/RESULTS.md. With --quick, --only or --peers, it
is written only with --write.

Peers are looked up in node_modules, or where these environment variables point:
  DYNALITE         the module dynalite, as a path or as a name to import
  DYNAMODB_LOCAL   the folder that holds DynamoDBLocal.jar (needs java)
  PG_BIN           the folder with PostgreSQL's programs, if not where Debian has them
`

/**
 * @typedef {object} Options
 * @property {boolean} help
 * @property {boolean} quick
 * @property {boolean} json
 * @property {boolean} whole Whether everything is measured, so that the result is worth keeping.
 * @property {boolean} merges Whether to merge the figures into the saved results.
 * @property {readonly string[]} operations
 * @property {readonly string[]} sections
 * @property {readonly string[]} peers
 */

/**
 * Parses the command line.
 * @param {string[]} args
 * @returns {Options}
 */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      peers: { type: 'string' },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const only = listOf(values.only, [...operationNames, ...sectionNames])
  const operations = operationNames.filter((name) => only.includes(name))
  const sections = sectionNames.filter((name) => only.includes(name))
  const onlyOperations = operations.length > 0 && sections.length === 0
  return {
    help: values.help,
    quick: values.quick,
    json: values.json,
    whole: !values.quick && values.only === undefined && values.peers === undefined,
    merges: values.write === true,
    operations: operations.length > 0 ? operations : operationNames,
    sections: onlyOperations ? ['http', 'in-process'] : sections.length > 0 ? sections : sectionNames,
    peers:
      values.peers === undefined
        ? ['dynalite', 'local']
        : listOf(values.peers, ['none', 'dynalite', 'local']),
  }
}

/**
 * @param {string | undefined} text
 * @param {readonly string[]} known
 */
function listOf(text, known) {
  const names = text === undefined ? [] : text.split(',').map((name) => name.trim())
  for (const name of names) {
    if (!known.includes(name)) throw new TypeError(`"${name}" is none of: ${known.join(', ')}`)
  }
  return names
}
