import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { dismissed, dismissWorkers, holdWorker, idle, releaseWorker } from './worker-dismissal.ts'

it('the end of the process waits for what a worker has begun, and keeps it from beginning anything more', async () => {
  const state = holdWorker()
  const source = `
    const { parentPort, workerData: state } = require('node:worker_threads')
    parentPort.postMessage('at work')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    Atomics.store(state, 0, ${idle})
    Atomics.notify(state, 0)
  `
  const worker = new Worker(source, { eval: true, workerData: state })
  await new Promise((resolve) => worker.once('message', resolve))
  dismissWorkers()
  expect(Atomics.load(state, 0)).toBe(dismissed)
  releaseWorker(state)
  await worker.terminate()
})

it('nobody waits for a worker that has ended, and nothing is left behind', () => {
  const before = process.listenerCount('exit')
  const states = [holdWorker(), holdWorker()]
  expect(process.listenerCount('exit')).toBe(before + 1)
  for (const state of states) releaseWorker(state)
  expect(process.listenerCount('exit')).toBe(before)
  dismissWorkers()
})
