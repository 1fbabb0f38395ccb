import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTableInput, type TableDefinition } from '@monotable/model'
import { openDatabase } from 'monotable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltProgram, buildProgram } from '../build-program.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
import { simulationSettings, withSeed } from '../simulation/simulation-settings.ts'
import { type KilledStep, kills, mostSteps, noteSteps, worldSteps } from './killed/steps-of.ts'
import { compareNotes, scanNotes } from './notes/compare-notes.ts'
import { connectNotes, type Note, app as notesTable } from './notes/note-model.ts'
import { applyStep, idOf } from './notes/note-steps.ts'
import { compareWorld, findWorld } from './world/compare-world.ts'
import { applyStep as applyWorldStep, emptyWorld } from './world/naive-world.ts'
import { app as worldTable } from './world/world-model.ts'
import type { WorldStep } from './world/world-steps.ts'

/*
 * A program that uses the model on a database on disk is killed again and again, in the middle of whatever it does.
 * Afterwards the table holds everything that was acknowledged, and all or nothing of the one call in flight.
 */

const folder = mkdtempSync(join(tmpdir(), 'monotable-killed-'))
const { seeds } = simulationSettings({ seeds: 1, steps: 0 })
const [seed = 0] = seeds

let program: BuiltProgram

beforeAll(async () => {
  program = await buildProgram(join(import.meta.dirname, 'killed', 'child.ts'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  program?.remove()
})

describe('a killed program leaves what a naive model holds', () => {
  it('with every key of an index', { timeout: 300_000 }, async () => {
    const notes = new Map<string, Note>()
    const steps = noteSteps(seed)
    await killAgainAndAgain('notes', notesTable, async (path, done, underWay) => {
      for (const at of done) applyKilledStep(notes, steps[at])
      await verifyNotes(path, notes, underWay === undefined ? undefined : steps[underWay])
    })
  })

  it('with every marker, counter and copy', { timeout: 300_000 }, async () => {
    let world = emptyWorld
    const steps = worldSteps(seed)
    await killAgainAndAgain('world', worldTable, async (path, done, underWay) => {
      for (const at of done) world = applyWorldStep(world, steps[at] as WorldStep)
      const after = underWay === undefined ? world : applyWorldStep(world, steps[underWay] as WorldStep)
      const engine = await openDatabase({ path })
      try {
        world = (await findWorld(engine, [world, after])) ?? world
        await compareWorld(engine, world)
      } finally {
        await engine.close()
      }
    })
  })
})

/** Checks the table, given the steps that were done and the one that was in flight, if any. */
type Verify = (path: string, done: readonly number[], underWay: number | undefined) => Promise<void>

async function killAgainAndAgain(
  kind: string,
  table: { readonly definition: TableDefinition },
  verify: Verify,
): Promise<void> {
  await withSeed({ seed, steps: 0, file: '../model/killed.test.ts' }, async () => {
    const path = join(folder, kind)
    const random = new SeededRandom(seed)
    const db = await openDatabase({ path })
    await db.send('CreateTable', createTableInput(table))
    await db.close()
    let at = 0
    let cutOff = 0
    for (let kill = 0; kill < kills; kill++) {
      const { done, begun } = await runAndKill({ path, kind, from: at, count: 1 + random.below(mostSteps) })
      if (begun > done) cutOff++
      const steps = Array.from({ length: done - at + 1 }, (_, n) => at + n)
      await verify(path, steps, begun > done ? begun : undefined)
      at = begun + 1
    }
    // Otherwise nothing was tested.
    expect(at).toBeGreaterThan(kills)
    expect(cutOff).toBeGreaterThan(0)
  })
}

interface Run {
  readonly path: string
  readonly kind: string
  readonly from: number
  /** How many steps the program begins before it is killed. */
  readonly count: number
}

/**
 * Lets the program run until it has begun that many steps, and kills it; returns its last step begun and its last step
 * done.
 */
async function runAndKill({ path, kind, from, count }: Run): Promise<{ done: number; begun: number }> {
  const args = [program.file, path, kind, String(seed), String(from)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  const closed = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.includes(`begin ${from + count}\n`)) child.kill('SIGKILL')
  })
  // A program that exits by itself has failed.
  expect(await closed).toBe('SIGKILL')
  // The text after the last line feed may be incomplete.
  const told = output.split('\n').slice(0, -1)
  const last = (kind: string) =>
    Number(told.findLast((line) => line.startsWith(kind))?.split(' ')[1] ?? from - 1)
  return { done: last('done'), begun: last('begin') }
}

function applyKilledStep(notes: Map<string, Note>, step: KilledStep | undefined): void {
  if (step?.kind === 'one') applyStep(notes, step.step)
  for (const note of step?.kind === 'batch' ? step.notes : []) notes.set(idOf(note), note)
}

/** Finds out which parts of the call in flight took effect, and expects everything else to match. */
async function verifyNotes(
  path: string,
  notes: Map<string, Note>,
  underWay: KilledStep | undefined,
): Promise<void> {
  const engine = await openDatabase({ path })
  try {
    const db = connectNotes(engine)
    const stored = await scanNotes(engine)
    const after = new Map(notes)
    applyKilledStep(after, underWay)
    // A batch is applied item by item; any other step affects one item.
    for (const id of new Set([...notes.keys(), ...after.keys()])) {
      const [owner = '', name = ''] = id.split('/')
      const found = await db.Note.get({ owner, id: name }, { consistent: true })
      expect(found !== undefined).toBe(stored.has(id))
      if (sameNote(found, notes.get(id))) continue
      expect(found).toEqual(after.get(id))
      if (found === undefined) notes.delete(id)
      else notes.set(id, found)
    }
    await compareNotes(engine, db, notes)
  } finally {
    await engine.close()
  }
}

function sameNote(one: Note | undefined, other: Note | undefined): boolean {
  const normal = (note: Note | undefined) =>
    JSON.stringify(note && Object.entries(note).sort(([a], [b]) => (a < b ? -1 : 1)))
  return normal(one) === normal(other)
}
