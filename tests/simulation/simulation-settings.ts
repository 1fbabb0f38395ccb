import { randomInt } from 'node:crypto'
import { draws } from '../draws.ts'

/** How much a simulation does: more when `SIM_STEPS` says so, and the same again when `SIM_SEED` does. */
export interface SimulationSettings {
  readonly seeds: readonly number[]
  readonly steps: number
}

/** Whether somebody searches: then what takes long is run, too. */
export const isSearch = ['DRAWS', 'SIM_SEED', 'SIM_SEEDS', 'SIM_STEPS'].some((name) => name in process.env)

/**
 * Reads the settings, with this many seeds (`DRAWS` times as many) and steps unless the environment says otherwise. Seeds are new
 * every time, so that more is found; in continuous integration they are always the same, so that a change is
 * judged by what it did and not by the draw.
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

/** Runs something from a seed; when it fails, the error says how to run the same again. */
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
