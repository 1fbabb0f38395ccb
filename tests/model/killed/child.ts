import { openDatabase } from 'monotable'
import { connectNotes } from '../notes/note-model.ts'
import { sendStep } from '../notes/note-steps.ts'
import { connectWorld } from '../world/world-model.ts'
import { sendWorldStep } from '../world/world-steps.ts'
import { noteSteps, worldSteps } from './steps-of.ts'

// The program that is killed: it carries out one step after the other and reports the beginning and the end of each.
const [, , path = '', kind = '', seed = '0', from = '0'] = process.argv
const client = await openDatabase({ path })

const senders: { readonly [kind: string]: () => (() => Promise<unknown>)[] } = {
  notes: () => {
    const db = connectNotes(client)
    return noteSteps(Number(seed)).map((step) => async () => {
      if (step.kind === 'one') await sendStep(db, step.step)
      else await db.batch.write(step.notes.map((note) => db.Note.put(note)))
    })
  },
  world: () => {
    const db = connectWorld(client)
    return worldSteps(Number(seed)).map((step) => () => sendWorldStep(db, step))
  },
}

for (const [at, send] of senders[kind]?.().entries() ?? []) {
  if (at < Number(from)) continue
  // Writing to a pipe is synchronous here, so a report survives even if the program is killed right after it.
  process.stdout.write(`begin ${at}\n`)
  await send()
  process.stdout.write(`done ${at}\n`)
}
