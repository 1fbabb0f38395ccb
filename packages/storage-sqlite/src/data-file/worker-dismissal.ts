/*
 * When the process ends, its workers are ended wherever they are; and @photostructure/sqlite, met within a call, ends the
 * whole process with SIGABRT. So a worker says when it is within one, and the end of the process waits for that.
 */

/** What a worker does, in memory that both threads see. */
export type WorkerState = Int32Array<SharedArrayBuffer>

export const idle = 0
export const working = 1
export const dismissed = 2

/** No call takes as long; but a process must not stay for a worker that is lost. */
const patienceMs = 10_000

const states = new Set<WorkerState>()

/** The state of a worker that is being started, which is work. The process waits for it until it is let go of. */
export function holdWorker(): WorkerState {
  const state = new Int32Array(new SharedArrayBuffer(4))
  state[0] = working
  if (states.size === 0) process.on('exit', dismissWorkers)
  states.add(state)
  return state
}

/** The worker has ended. */
export function letGoOfWorker(state: WorkerState): void {
  states.delete(state)
  if (states.size === 0) process.off('exit', dismissWorkers)
}

/** Has all workers begin nothing more, and waits for what they have begun. */
export function dismissWorkers(): void {
  for (const state of states) {
    while (Atomics.compareExchange(state, 0, idle, dismissed) === working) {
      if (Atomics.wait(state, 0, working, patienceMs) === 'timed-out') break
    }
  }
}
