/*
 * When the process ends, its workers are stopped wherever they are; and if that interrupts a call into
 * @photostructure/sqlite, the whole process ends with SIGABRT. So each worker records when it is inside such a call,
 * and the process waits for it before it ends.
 */

/** What a worker is doing, in memory that both threads share. */
export type WorkerState = Int32Array<SharedArrayBuffer>

export const idle = 0
export const working = 1
export const dismissed = 2

/** No call takes this long, but the process must not wait forever for a worker that is lost. */
const patienceMs = 10_000

const states = new Set<WorkerState>()

/**
 * Returns the state of a worker that is being started, which counts as work. The process waits for the worker until
 * `releaseWorker` is called.
 */
export function holdWorker(): WorkerState {
  const state = new Int32Array(new SharedArrayBuffer(4))
  state[0] = working
  if (states.size === 0) process.on('exit', dismissWorkers)
  states.add(state)
  return state
}

/** Called when the worker has ended. */
export function releaseWorker(state: WorkerState): void {
  states.delete(state)
  if (states.size === 0) process.off('exit', dismissWorkers)
}

/** Keeps all workers from beginning anything more, and waits for what they have begun. */
export function dismissWorkers(): void {
  for (const state of states) {
    while (Atomics.compareExchange(state, 0, idle, dismissed) === working) {
      if (Atomics.wait(state, 0, working, patienceMs) === 'timed-out') break
    }
  }
}
