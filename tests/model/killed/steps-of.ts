import fc from 'fast-check'
import { draws } from '../../draws.ts'
import type { Note } from '../notes/note-model.ts'
import { note, type Step, step } from '../notes/note-steps.ts'
import { type WorldStep, worldStep } from '../world/world-steps.ts'

/** A step of the killed program: a verb, or a batch too large for one request. */
export type KilledStep =
  | { readonly kind: 'one'; readonly step: Step }
  | { readonly kind: 'batch'; readonly notes: readonly Note[] }

const batch = fc.array(note, { minLength: 1, maxLength: 3 }).map((notes): KilledStep => {
  // The same few notes that verbs work on, and other notes that make the batch long.
  const others = Array.from({ length: 40 }, (_, n): Note => {
    return { owner: `batch${n % 4}`, id: `${n}`, status: 'open', rank: notes.length * 100 + n }
  })
  return { kind: 'batch', notes: [...others, ...notes] }
})
const any = fc.oneof(
  { weight: 12, arbitrary: step.map((one): KilledStep => ({ kind: 'one', step: one })) },
  { weight: 1, arbitrary: batch },
)

/** How many times a program is killed. */
export const kills = Number(process.env['SIM_KILLS'] ?? draws(5))
/** The most steps that it begins before each kill. */
export const mostSteps = 60
/** More steps than all programs get done, even where killing one takes long. */
const count = kills * 5 * mostSteps

/** Returns the same steps for the same seed, for the program that is killed and for the one that checks the result. */
export function noteSteps(seed: number): readonly KilledStep[] {
  return fc.sample(any, { seed, numRuns: count })
}

export function worldSteps(seed: number): readonly WorldStep[] {
  return fc.sample(worldStep, { seed, numRuns: count })
}
