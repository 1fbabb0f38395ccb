import { SeededRandom } from '../simulation/seeded-random.ts'
import { Arena, type Sides } from './arena.ts'
import { DifferenceGroups, type Findings } from './difference-groups.ts'
import { openEngineSide } from './engine-side.ts'
import type { Json, Request } from './exchange.ts'
import type { KeyType } from './generate/attribute-values.ts'
import { generateRequest } from './generate/generate-request.ts'
import { generateLateIndex, generateTable, type IndexShape } from './generate/table-shape.ts'
import { openOracleSide } from './oracle-side.ts'
import { shrinkDifference } from './shrink-difference.ts'
import { tableRound } from './table-round.ts'

export interface OracleOptions {
  /** The port of DynamoDB Local. */
  readonly port: number
  readonly rounds: number
  /** Requests in each round. */
  readonly steps: number
  readonly seed: number
  /** Whether to shrink the first difference of each new kind as far as possible. */
  readonly shrink: boolean
  readonly progress: (text: string) => void
}

/** Sends the same random requests to our engine and to DynamoDB Local, and collects the differences. */
export async function runOracle(options: OracleOptions): Promise<Findings> {
  const sides = {
    classic: await openEngineSide('classic'),
    current: await openEngineSide('current'),
    oracle: openOracleSide(options.port),
  }
  const groups = new DifferenceGroups()
  try {
    for (let round = 0; round < options.rounds; round++) {
      const own = { ...options, seed: options.seed + round }
      // Creating tables takes longer than creating items, so only every fifth round is about tables, with fewer
      // requests.
      if (round % 5 === 4) await runTableRound(sides, groups, own)
      else await runRound(sides, groups, own)
      options.progress(`round ${round + 1} of ${options.rounds}: ${groups.summary()}`)
    }
  } finally {
    for (const side of Object.values(sides)) await side.close()
  }
  return groups.findings()
}

async function runTableRound(sides: Sides, groups: DifferenceGroups, options: OracleOptions): Promise<void> {
  const { seed } = options
  const random = new SeededRandom(seed)
  const round = tableRound(sides, random, { seed, steps: Math.ceil(options.steps / 3) })
  for await (const { request, differences } of round) {
    groups.countRequest(request.operation)
    for (const difference of differences) groups.add(difference)
  }
}

async function runRound(sides: Sides, groups: DifferenceGroups, options: OracleOptions): Promise<void> {
  const { seed, steps } = options
  const random = new SeededRandom(seed)
  const names = [`First${seed}`, `Second${seed}`]
  const arena = new Arena(
    sides,
    names.map((name) => generateTable(random, name)),
  )
  await arena.open()
  let last: Request | undefined
  for (let step = 0; step < steps; step++) {
    if (step === Math.floor(steps / 2)) {
      for (const shape of random.some(arena.scene.shapes)) {
        const index = generateLateIndex(random, shape)
        if (canBeFilled(index, arena.scene.items[shape.name] ?? [])) await arena.addIndex(shape, index)
      }
    }
    const isAgain = random.percent(4)
    const request: Request = (isAgain && last) || generateRequest(random, arena.scene.shapes)
    last = request
    groups.countRequest(request.operation)
    const { items } = arena.scene
    for (const difference of await arena.differences(request, seed)) {
      if (!groups.add(difference) || !options.shrink) continue
      const after = arena.scene.items
      groups.replace(difference, await shrinkDifference(arena, difference))
      await arena.reset(difference.aspect === 'message' ? after : items)
    }
  }
  await arena.close()
}

/** Whether items fit an index. DynamoDB Local never finishes filling an index if a key attribute has another type. */
function canBeFilled({ hash, range }: IndexShape, items: readonly Json[]): boolean {
  const fits = (value: unknown, type: KeyType) => value === undefined || Object.hasOwn(value as Json, type)
  return items.every((item) => [...hash, ...range].every(({ name, type }) => fits(item[name], type)))
}
