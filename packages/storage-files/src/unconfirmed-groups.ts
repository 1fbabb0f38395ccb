import type { RecordKey } from '@monotable/engine'

/** A group that was written, with its changes. */
export interface WrittenGroup {
  readonly changes: readonly RecordKey[]
}

/** The groups that were written but not yet confirmed by the disk, oldest first. */
export class UnconfirmedGroups<Written extends WrittenGroup> {
  #groups: { readonly written: Written; readonly confirmed: Promise<void> }[] = []

  get count(): number {
    return this.#groups.length
  }

  /** Resolves when all groups are confirmed; `undefined` if they already are. */
  get confirmed(): Promise<void> | undefined {
    return this.#groups.at(-1)?.confirmed
  }

  /**
   * Adds a group that is confirmed when `synced` resolves. If that fails, so do all groups behind it: `takeBack`
   * receives them all, and throws the error that their waiters see.
   */
  add(
    written: Written,
    synced: Promise<void>,
    takeBack: (groups: readonly Written[], error: unknown) => never,
  ): Promise<void> {
    const confirmed = synced.then(
      () => {
        this.#groups.shift()
      },
      (error: unknown) => {
        const groups = this.#groups.map((group) => group.written)
        this.#groups = []
        takeBack(groups, error)
      },
    )
    this.#groups.push({ written, confirmed })
    return confirmed
  }

  /** Returns what a caller has to wait for that has read the result of such changes. */
  confirmation(isMeant: (change: RecordKey) => boolean): Promise<void> | undefined {
    if (this.#groups.length === 0) return undefined
    return this.#groups.findLast(({ written }) => written.changes.some(isMeant))?.confirmed
  }
}
