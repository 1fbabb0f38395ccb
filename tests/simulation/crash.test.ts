import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@monotable/engine'
import type { FolderStore } from '@monotable/storage-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltProgram, buildProgram } from '../build-program.ts'
import { draws } from '../draws.ts'
import { openStore } from './crash/open-store.ts'
import { Acknowledged, verifyDatabase } from './crash/verify-database.ts'
import { globalIndexes, prepare } from './crash/workload.ts'
import { SeededRandom } from './seeded-random.ts'
import { simulationSettings, withSeed } from './simulation-settings.ts'

const folders = mkdtempSync(join(tmpdir(), 'monotable-crash-'))
const { seeds } = simulationSettings({ seeds: 1, steps: 0 })
const kills = Number(process.env['SIM_KILLS'] ?? draws(52))
const [seed = 0] = seeds

let program: BuiltProgram

beforeAll(async () => {
  program = await buildProgram(join(import.meta.dirname, 'crash', 'child.ts'))
})

afterAll(() => {
  rmSync(folders, { recursive: true, force: true })
  program?.remove()
})

describe('a database whose process is killed', () => {
  it('keeps every acknowledged write, whole transactions and consistent indexes, also in several regions', {
    timeout: 300_000,
  }, async () => {
    await withSeed({ seed, steps: 0, file: 'crash.test.ts' }, async () => {
      const [one, two] = seed % 2 === 0 ? (['sqlite', 'log'] as const) : (['log', 'sqlite'] as const)
      // Two at once, since most of the time is spent on starting programs.
      await Promise.all([
        killAgainAndAgain('one', new SeededRandom(seed), { store: one }),
        killAgainAndAgain('two', new SeededRandom(~seed), { store: two, isGlobal: true }),
      ])
    })
  })

  it('continues filling an index where the killed process stopped', async () => {
    await withSeed({ seed, steps: 0, file: 'crash.test.ts' }, async () => {
      const path = await preparedFolder('filling', 2000)
      const acknowledged = new Acknowledged()
      await runAndKill({ path, run: 1, lines: 1, until: 'add' }, acknowledged)
      await verifyDatabase(path, acknowledged)
      const db = await createDatabase({ storage: await openStore(path) })
      expect((await globalIndexes(db)).map(({ IndexName }) => IndexName)).toContain('added')
      await db.close()
    })
  })
})

async function killAgainAndAgain(name: string, random: SeededRandom, made: MadeFolder): Promise<void> {
  const path = await preparedFolder(name, 100, made)
  const acknowledged = new Acknowledged()
  const runs = Math.ceil(kills / 2)
  for (let run = 1; run <= runs; run++) {
    await runAndKill({ path, run, lines: linesOf(random) }, acknowledged)
    if (run % 7 === 0) await verifyDatabase(path, acknowledged)
  }
  await verifyDatabase(path, acknowledged)
  // Otherwise nothing was tested.
  expect(acknowledged.transfers.length).toBeGreaterThan(runs)
}

/**
 * Returns how many lines to wait for. Usually few, since starting a program takes longer than the rest; at times one.
 */
function linesOf(random: SeededRandom): number {
  return random.percent(20) ? 1 : random.below(random.percent(20) ? 100 : 25)
}

interface MadeFolder {
  readonly store?: FolderStore
  readonly isGlobal?: boolean
}

async function preparedFolder(
  name: string,
  items: number,
  { store, isGlobal = false }: MadeFolder = {},
): Promise<string> {
  const path = join(folders, name)
  const db = await createDatabase({ storage: await openStore(path, store) })
  await prepare(db, items, isGlobal)
  await db.close()
  return path
}

interface Run {
  readonly path: string
  readonly run: number
  /** The program is killed when it has written this many lines, */
  readonly lines: number
  /** including this one. */
  readonly until?: string
}

/** Lets the program run for a while and kills it; records what it acknowledged. */
async function runAndKill(
  { path, run, lines, until = 'open' }: Run,
  acknowledged: Acknowledged,
): Promise<void> {
  const child = spawn(process.execPath, [program.file, path, String(seed), String(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await said(child, () => output.includes(`${until}\n`) && output.split('\n').length > lines)
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await closed
  // The text after the last line feed may be incomplete.
  for (const line of output.split('\n').slice(0, -1)) acknowledged.note(line)
}

function said(child: ChildProcess, isSaid: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => isSaid() && resolve()
    child.stdout?.on('data', look)
    child.once('exit', () => reject(new Error('the program ended by itself')))
  })
}
