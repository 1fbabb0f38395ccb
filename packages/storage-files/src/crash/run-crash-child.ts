import { writeSync } from 'node:fs'
import type { Storage } from '@monotable/engine'
import type { Durability } from '../durability.ts'
import { clients, counterKey, decideStep, keysOf, type StepId, spaces } from './workload.ts'

/** Opens the store under test. */
export type OpenStore = (options: OpenStoreOptions) => Promise<Storage>

export interface OpenStoreOptions {
  readonly path: string
  /**
   * How much may be written before the store moves it to its permanent place; small in these tests, so that this
   * happens often.
   */
  readonly pendingMaxBytes?: number
  readonly durability?: Durability
}

/**
 * The program that the tests kill: it opens the store, writes, and prints a line for each acknowledged write. It
 * continues where the previous process was killed. If given a number of writes, it kills itself after them; until then
 * the store does not move them just because time has passed, which a busy machine would take more of.
 */
export async function runCrashChild(open: OpenStore): Promise<void> {
  const [path = '', seed = '0', pendingMaxBytes = '20000', writes = 'Infinity', durability = 'full'] =
    process.argv.slice(2)
  if (writes !== 'Infinity') stopTimers()
  try {
    const storage = await open({
      path,
      pendingMaxBytes: Number(pendingMaxBytes),
      durability: durability as Durability,
    })
    const there = await storage.listSpaces()
    // Creating a space that exists would also make durable what opening the store should have.
    for (const space of spaces) if (!there.includes(space)) await storage.createSpace(space)
    print('open')
    const ofClients = Array.from({ length: clients }, (_, client) => ({ seed: Number(seed), client }))
    await Promise.all(ofClients.map((id) => writeAll(storage, id, Number(writes))))
    process.kill(process.pid, 'SIGKILL')
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    print(`failed ${code} ${message}`)
    process.exitCode = 1
  }
}

async function writeAll(storage: Storage, of: Omit<StepId, 'n'>, writes: number): Promise<void> {
  const [counter] = await storage.read([counterKey(of.client)])
  for (let n = Number(counter?.doc ?? 0) + 1; n <= writes; n++) {
    const id = { ...of, n }
    await storage.mutate(keysOf(id), (values) => decideStep(id, values))
    print(`${of.client} ${n}`)
  }
}

function stopTimers(): void {
  const { setTimeout } = globalThis
  const waitForever = () => {
    const timer = setTimeout(() => {}, 0)
    clearTimeout(timer)
    return timer
  }
  globalThis.setTimeout = waitForever as unknown as typeof setTimeout
}

/** Prints the line before anything else happens, however long the test takes to read it. */
function print(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error
    }
  }
}
