import { randomInt } from 'node:crypto'
import { draws } from '../draws.ts'

/** The size of a simulation: `SIM_STEPS` sets its steps, `SIM_SEED` repeats one seed. */
export interface SimulationSettings {
  readonly seeds: readonly number[]
  readonly steps: number
}

/** Whether this run is a search for faults: only then do the slow tests run, too. */
export const isSearch = ['DRAWS', 'SIM_SEED', 'SIM_SEEDS', 'SIM_STEPS'].some((name) => name in process.env)

/**
 * Reads the settings. Without others in the environment there are `defaults.seeds` seeds (times `DRAWS`) and
 * `defaults.steps` steps. Seeds are new every time, to find more; in continuous integration they are always the same,
 * so that a change is judged by what it did and not by the draw.
 */
export function simulationSettings(defaults: { seeds: number; steps: number }): SimulationSettings {
  const { SIM_SEED: seed, SIM_SEEDS: count, SIM_STEPS: steps } = process.env
  const seeds =
    seed === undefined
      ? Array.from({ length: Number(count ?? draws(defaults.seeds)) }, (_, draw) =>
          process.env['CI'] ? 20_261 + 7919 * draw : randomInt(2 ** 31),
        )
      : [Number(seed)]
  return { seeds, steps: Number(steps ?? defaults.steps) }
}

/** Runs a simulation from a seed; if it fails, the error contains the command that repeats it. */
export async function withSeed(
  { seed, steps, file }: { seed: number; steps: number; file: string },
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    const command = `SIM_SEED=${seed} SIM_STEPS=${steps} npx vitest run tests/simulation/${file}`
    throw new Error(`seed ${seed}, replay: ${command}`, { cause: error })
  }
}
