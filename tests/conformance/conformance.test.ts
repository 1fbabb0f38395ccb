import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLogStorage } from '@monotable/storage-log'
import { openPostgresStorage } from '@monotable/storage-postgres'
import { openSqliteStorage } from '@monotable/storage-sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSharedMemory } from '../../packages/engine/src/testing/shared-memory.ts'
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import type { ConformanceCase } from './case.ts'
import { corpus } from './corpus.ts'
import { embeddedTarget, servedTarget, turnsTarget } from './embedded-target.ts'
import { endpointTarget } from './endpoint-target.ts'
import { runCase } from './run-case.ts'
import { createStage, type Stage } from './stage.ts'
import type { Target } from './target.ts'

/**
 * The subjects whose cases run concurrently on several stages. Removing a replica from a store that several servers
 * share takes a second, so that all servers learn of it; these cases wait for it side by side.
 */
const waiting: readonly string[] = ['disassociation', 'global tables', 'settings of replicas']
const lanes = 12

/** Declares the tests of a target: one for each case, or one for each subject where speed matters more. */
function conformance(
  title: string,
  open: () => Promise<Target>,
  how: { readonly grouped: boolean; readonly only?: (testCase: ConformanceCase) => boolean },
): void {
  describe(title, () => {
    let stages: readonly [Stage, ...Stage[]]
    beforeAll(async () => {
      const target = await open()
      stages = [createStage(target), ...(target.reset ? [] : sideStages(target))]
    })
    afterAll(() => stages?.[0].target.close())
    for (const [subject, all] of Object.entries(corpus)) {
      const cases = all.filter(how.only ?? (() => true))
      const isWaiting = waiting.includes(subject)
      if (how.grouped) it(subject, () => expectAll(isWaiting ? stages : [stages[0]], cases))
      else describe(subject, () => testEach(() => stages[0], cases))
    }
  })
}

/** Returns stages with tables of their own on the same target. */
function sideStages(target: Target): Stage[] {
  return Array.from({ length: lanes - 1 }, (_, lane) =>
    createStage({ ...target, prefix: `${target.prefix}${lane}_` }),
  )
}

function testEach(stage: () => Stage, cases: readonly ConformanceCase[]): void {
  for (const testCase of cases) it(testCase.name, () => expectAll([stage()], [testCase]))
}

/** Runs cases, concurrently if there are several stages: each takes the next case when it has finished one. */
async function expectAll(stages: readonly Stage[], cases: readonly ConformanceCase[]): Promise<void> {
  const failures: string[] = []
  const left = cases.values()
  const runThem = async (stage: Stage): Promise<void> => {
    for (const testCase of left) {
      const failure = await runCase(stage, testCase)
      if (failure !== undefined) failures.push(failure)
    }
  }
  await Promise.all(stages.map(runThem))
  if (failures.length > 0) expect.fail(failures.join('\n\n'))
}

const hasError = (testCase: ConformanceCase): boolean => testCase.steps.some((step) => step.error)
/** Whether any step succeeds. A mere refusal is the same wherever the tables are stored. */
const isDone = (testCase: ConformanceCase): boolean => !testCase.steps.every((step) => step.error)
/** Whether a case can reach the store: requests that are invalid in themselves never do. */
const isStored = ({ given, steps }: ConformanceCase): boolean =>
  given !== undefined || !steps.every((step) => step.error?.name === 'ValidationException')

describe('the corpus', () => {
  it('names every case once', () => {
    const names = Object.values(corpus).flatMap((cases) => cases.map((testCase) => testCase.name))
    const repeated = names.filter((name, at) => names.indexOf(name) !== at)
    expect(repeated).toEqual([])
  })

  it('has at least 3,900 cases, 2,200 of which reach a store', () => {
    expect(Object.values(corpus).flat().length).toBeGreaterThanOrEqual(3_900)
    expect(Object.values(corpus).flat().filter(isStored).length).toBeGreaterThanOrEqual(2_200)
  })
})

/**
 * With `ENDPOINT=https://dynamodb.eu-west-2.amazonaws.com` the corpus runs there instead, with `AWS_REGION`,
 * `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`; `MESSAGES=classic` expects the older wording.
 * Tables get names with a prefix and are emptied between cases.
 */
const endpoint = process.env['ENDPOINT']
if (endpoint === undefined) {
  conformance('in memory', () => embeddedTarget(), { grouped: false })
  conformance(
    'in memory, classic wording',
    () => embeddedTarget({ messages: 'classic' }, { sharesTables: true }),
    {
      grouped: true,
      only: hasError,
    },
  )
  conformance('over HTTP', () => servedTarget(), { grouped: true })
  const shared = createSharedMemory()
  const openThree = () => turnsTarget([1, 2, 3].map(() => shared.open().storage))
  conformance('in memory, three servers in turn', openThree, { grouped: true, only: isDone })
  describe.each([
    ['SQLite', openSqliteStorage, isStored],
    // The engine is the same in both, and a refused request changes nothing in either.
    ['a log', openLogStorage, (testCase: ConformanceCase) => isStored(testCase) && isDone(testCase)],
  ])('with %s', (_, openStorage, only) => {
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'conformance-'))
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))
    const open = async (): Promise<Target> => {
      const storage = await openStorage({ path: folder, durability: 'off' })
      return embeddedTarget({ storage }, { sharesTables: true })
    }
    conformance('on disk', open, { grouped: true, only })
  })
  describe.skipIf(!hasPostgres())('with PostgreSQL', () => {
    let server: PostgresServer
    beforeAll(async () => {
      server = await startPostgres(['fsync=off'])
    })
    afterAll(() => server?.stop())
    const open = async (): Promise<Target> => {
      const schema = `conformance_${process.pid}`
      const storage = await openPostgresStorage({ url: server.url, schema })
      return embeddedTarget({ storage }, { sharesTables: true })
    }
    conformance('in a schema', open, { grouped: true, only: isStored })
  })
} else {
  conformance(endpoint, async () => endpointTarget(endpoint, process.env), { grouped: false })
}
