import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'

/** One server's view of a shared store. */
export interface StoreView {
  readonly storage: Storage
  /** Makes the server's calls never take effect or be answered from now on, as after `kill -9`. */
  kill(): void
  /** Holds back all calls from now on, like a stalled process; the returned function lets them continue. */
  stall(): () => void
  /**
   * Holds back the next commit that reads a certain space, before it does anything. Resolves when there is one; the
   * returned function lets it continue.
   */
  holdCommit(isMeant: (space: string) => boolean): Promise<() => void>
}

/** Creates a store in memory shared by several databases in one process, as servers share PostgreSQL. */
export function createSharedMemory(): { open(): StoreView } {
  const memory = createMemoryStorage()
  return { open: () => openView(memory) }
}

interface Hold {
  readonly isMeant: (space: string) => boolean
  readonly meet: (release: () => void) => void
}

function openView(memory: Storage): StoreView {
  let isKilled = false
  let hold: Hold | undefined
  let stalled = Promise.resolve()
  const never = new Promise<never>(() => {})
  // Every call takes a turn of the event loop, so that calls of different servers interleave.
  const turn = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    await stalled
    if (isKilled) await never
  }
  const take = (spaces: readonly string[]): Promise<void> | undefined => {
    const held = hold
    if (held === undefined || !spaces.some(held.isMeant)) return undefined
    hold = undefined
    return new Promise((resolve) => held.meet(resolve))
  }
  const storage: Storage = {
    isShared: true,
    createSpace: async (space) => turn().then(() => memory.createSpace(space)),
    dropSpace: async (space) => turn().then(() => memory.dropSpace(space)),
    listSpaces: async () => turn().then(() => memory.listSpaces()),
    read: async (keys) => turn().then(() => memory.read(keys)),
    range: async (request) => turn().then(() => memory.range(request)),
    mutate: async (keys, decide) => {
      await turn()
      await take(keys.map(({ space }) => space))
      if (isKilled) await never
      const answer = await memory.mutate(keys, decide)
      await turn()
      return answer
    },
    size: async (space, partition) => turn().then(() => memory.size(space, partition)),
    clear: async () => turn().then(() => memory.clear()),
    snapshot: async () => turn().then(() => memory.snapshot()),
    restore: async (snapshot) => turn().then(() => memory.restore(snapshot)),
    close: async () => {},
  }
  return {
    storage,
    kill: () => {
      isKilled = true
    },
    stall: () => {
      let go = () => {}
      stalled = new Promise((resolve) => {
        go = resolve
      })
      return go
    },
    holdCommit: (isMeant) =>
      new Promise((meet) => {
        hold = { isMeant, meet }
      }),
  }
}
