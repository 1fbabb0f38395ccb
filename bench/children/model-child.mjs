// Measures building parameters and formatting items, with the model and with other toolkits.
import { median } from '../median.mjs'
import { dynamodbToolbox } from './toolkits/dynamodb-toolbox.mjs'
import { electrodb } from './toolkits/electrodb.mjs'
import { monotableModel } from './toolkits/monotable-model.mjs'

/** @typedef {{ name: string, cases: { [name: string]: (number: number) => unknown } }} Toolkit */

/** @type {{ rounds: number, sliceMs: number }} */
const { rounds, sliceMs } = JSON.parse(process.argv[2] ?? '{}')
/** Warm-up calls for the compiler, or as many as fit into the time below. */
const WARM_CALLS = 30_000
const WARM_MS = 3_000
const toolkits = [monotableModel, electrodb, dynamodbToolbox]
let number = 0

/**
 * Returns the CPU time per call in microseconds.
 * @param {(number: number) => unknown} make
 */
function slice(make) {
  const before = process.cpuUsage()
  const end = performance.now() + sliceMs
  let calls = 0
  while (performance.now() < end) {
    for (let i = 0; i < 20; i++) make(number++)
    calls += 20
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}

function warmUp(/** @type {(number: number) => unknown} */ make) {
  const end = performance.now() + WARM_MS
  for (let i = 0; i < WARM_CALLS && performance.now() < end; i++) make(number++)
}

const figures = Object.keys(monotableModel.cases).map((name) => {
  const makers = toolkits.map(({ cases }) => cases[name] ?? (() => undefined))
  /** @type {number[][]} */
  const found = toolkits.map(() => [])
  for (const make of makers) warmUp(make)
  // Short slices in turn, so that any other load on the machine affects all alike.
  for (let round = 0; round < rounds; round++) {
    for (const [at, make] of makers.entries()) found[at]?.push(slice(make))
  }
  return {
    case: name,
    us: Object.fromEntries(toolkits.map((one, at) => [one.name, median(found[at] ?? [])])),
  }
})
process.send?.(figures)
if (process.send === undefined) console.table(figures.map(({ case: name, us }) => ({ name, ...us })))
