import { expect } from 'vitest'
import { type Call, isLinearizable } from '../linearizability.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Json, Outcome } from '../wire-call.ts'
import { type ClientPool, runClients, tryCall } from './client-pool.ts'

/** A call on one of several things that have the same kind of state. */
export interface Use<State> {
  readonly label: string
  readonly operation: string
  readonly input: Json
  /** Returns the state after the call, given its outcome; `undefined` if that outcome is impossible in this state. */
  readonly apply: (state: State, outcome: Outcome | 'unknown') => { readonly next: State } | undefined
}

interface Things<State> {
  readonly count: number
  readonly initial: State
  readonly generateUse: (random: SeededRandom, thing: number) => Use<State>
}

/** Runs clients that use a few things concurrently; the history of each thing must be linearizable. */
export async function keepHistories<State>(pool: ClientPool, things: Things<State>): Promise<void> {
  const histories = Array.from({ length: things.count }, (): Call<State>[] => [])
  let moment = 0
  await runClients(pool, async ({ random }) => {
    const thing = random.below(things.count)
    const use = things.generateUse(random, thing)
    const began = moment++
    const outcome = await tryCall(pool.db, use.operation, use.input)
    const isUnknown = outcome.error === 'InternalServerError'
    histories[thing]?.push({
      label: `${use.label} ${JSON.stringify(outcome.answer ?? outcome.error)}`,
      began,
      ended: isUnknown ? Infinity : moment++,
      apply: (state) => use.apply(state, isUnknown ? 'unknown' : outcome),
    })
  })
  for (const history of histories) {
    const told = history.map(({ label, began, ended }) => `${began}-${ended} ${label}`).join('\n')
    expect(isLinearizable(history, things.initial), told).toBe(true)
  }
}
