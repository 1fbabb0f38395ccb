import { createMemoryStorage } from '@monotable/engine'
import { describe, it } from 'vitest'
import { Simulation } from './simulate.ts'
import { simulationSettings, withSeed } from './simulation-settings.ts'

describe('random operations give what a naive model gives', () => {
  const { seeds, steps } = simulationSettings({ seeds: 6, steps: 1500 })

  it.each(seeds)('in memory, seed %i', async (seed) => {
    await withSeed({ seed, steps, file: 'model.test.ts' }, async () => {
      const simulation = await Simulation.start(seed, createMemoryStorage())
      await simulation.run(steps)
    })
  })
})
