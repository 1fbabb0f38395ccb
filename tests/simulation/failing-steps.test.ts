import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draws } from '../draws.ts'
import { SeededRandom } from './seeded-random.ts'
import { simulationSettings, withSeed } from './simulation-settings.ts'
import { type Feature, features } from './steps/features.ts'
import { type Fault, SteppedWorld } from './steps/stepped-world.ts'
import type { Json } from './wire-call.ts'

/*
 * The store refuses one step of an operation that takes several, or the server is killed at it. When the operation is
 * requested again, it must be completed, once; nothing is half done, and nothing is left behind.
 */

const faults: readonly Fault[] = ['refused', 'killed before', 'killed after']
const {
  seeds: [seed = 1],
  steps: count,
} = simulationSettings({ seeds: 1, steps: draws(6) })

beforeEach(() => void vi.spyOn(process, 'emitWarning').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

it.each(features)('$name is complete, whichever step goes wrong', (feature) =>
  withSeed({ seed, steps: count, file: 'failing-steps.test.ts' }, async () => {
    const random = new SeededRandom(seed)
    const steps = await tryOut(feature, 0, 'refused')
    const chosen = Array.from(
      { length: count },
      () => [1 + random.below(steps), random.pick(faults)] as const,
    )
    await Promise.all(
      chosen.map(([at, fault]) =>
        tryOut(feature, at, fault).catch((cause: unknown) => {
          throw new Error(`step ${at} of ${steps} was ${fault}: ${(cause as Error).message}`, { cause })
        }),
      ),
    )
  }),
)

/** Runs a feature with a fault at a step, checks the result, and returns how many steps it took. */
async function tryOut(feature: Feature, at: number, fault: Fault): Promise<number> {
  const world = await SteppedWorld.open()
  await feature.prepare?.(world)
  await world.db.settled()
  const attempt = async () => {
    await feature.ask(world)
    await world.settle(10_000)
  }
  const isKilled = await world.meeting(at, fault, attempt)
  const { steps } = world
  if (isKilled) {
    await world.start()
    await attempt()
  }
  // Streams and deliveries are maintained at intervals.
  await world.settle(6 * 60_000)
  await checkAll(world, feature)
  await world.db.close()
  await world.start()
  await world.settle(1_000)
  await checkAll(world, feature)
  expect(await unnamedSpaces(world)).toEqual([])
  await world.db.close()
  return steps
}

async function checkAll(world: SteppedWorld, feature: Feature): Promise<void> {
  await feature.check(world)
  for (const { name, region } of await world.db.tables()) {
    const where = { region }
    const { Table } = await world.db.send('DescribeTable', { TableName: name }, where)
    expect(Table?.TableStatus).toBe('ACTIVE')
    const { Items = [] } = await world.db.send('Scan', { TableName: name }, where)
    for (const { IndexName = '', IndexStatus } of Table?.GlobalSecondaryIndexes ?? []) {
      expect(IndexStatus).toBe('ACTIVE')
      const { Count } = await world.db.send('Scan', { TableName: name, IndexName }, where)
      expect(Count).toBe(Items.length)
    }
  }
  const all = await documents(world)
  const definitions = all.map(({ definition = {} }) => definition as { readonly [member: string]: Json })
  for (const { name, creation, history, recovery } of definitions) {
    expect(creation, `${name} is never ready`).toBeUndefined()
    if (recovery === undefined) expect(history, `${name} keeps a history for nobody`).toBeUndefined()
  }
  const kept = definitions.map(({ stream }) => stream?.['label'])
  const open = all.filter(({ label, disabledMs }) => label !== undefined && disabledMs === undefined)
  expect(open.filter(({ label }) => !kept.includes(label))).toEqual([])
}

/** Returns the tables in the catalogue and everything registered beside them. */
async function documents({ memory }: SteppedWorld): Promise<Json[]> {
  const pages = ['catalogue', 'registers'].map((space) => memory.range({ space, within: {} }))
  const records = (await Promise.all(pages)).flatMap((page) => page.records)
  return records.map(({ doc }) => JSON.parse(doc) as Json)
}

/** Returns the spaces that nothing refers to. */
async function unnamedSpaces(world: SteppedWorld): Promise<string[]> {
  const known = JSON.stringify(await documents(world))
  const spaces = await world.memory.listSpaces()
  return spaces.filter((space) => space.includes('-') && !known.includes(space))
}
