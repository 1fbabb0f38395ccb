import { createDatabase } from '@monotable/engine'
import { createTableInput } from '@monotable/model'
import { it } from 'vitest'
import { applyStep, emptyWorld, expectedItems } from '/work/main/tests/model/world/naive-world.ts'
import { app, connectWorld } from '/work/main/tests/model/world/world-model.ts'
import { sendWorldStep } from '/work/main/tests/model/world/world-steps.ts'
import { worldSteps } from '/work/main/tests/model/killed/steps-of.ts'
it('x', async () => {
  for (let seed = 1; seed < 6; seed++) {
  const engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(app))
  const db = connectWorld(engine)
  let world = emptyWorld
  const steps = worldSteps(seed).slice(0, 1500)
  for (const [at, step] of steps.entries()) {
    try { await sendWorldStep(db, step); world = applyStep(world, step) }
    catch (e) { console.log(seed, at, JSON.stringify(step), String(e), JSON.stringify([...world.customers]), world.orders.length, JSON.stringify(world.orders.slice(-2)));  break }
  }
  console.log('seed', seed, 'orders', world.orders.length)
  await engine.close() }
}, 100000)
