import { setImmediate } from 'node:timers/promises'

/** After so many steps, each as long as to compare two short values, others get their turn: some milliseconds. */
export const STEPS_AT_ONCE = 200_000

/** Does something with each of many, and lets others have their turn between them. `act` tells how many steps it took. */
export async function byTurns<Input>(inputs: readonly Input[], act: (input: Input) => number): Promise<void> {
  let steps = 0
  for (const input of inputs) {
    if (steps >= STEPS_AT_ONCE) {
      await setImmediate()
      steps = 0
    }
    steps += act(input)
  }
}
