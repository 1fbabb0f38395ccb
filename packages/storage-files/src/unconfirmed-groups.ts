import type { RecordKey } from '@monotable/engine'

/** A group that was written: what it has changed. */
export interface WrittenGroup {
  readonly changes: readonly RecordKey[]
}

/** The groups that were written and that the disk has not confirmed, the oldest first. */
export class UnconfirmedGroups<Written extends WrittenGroup> {
  #groups: { readonly written: Written; readonly confirmed: Promise<void> }[] = []

  get isEmpty(): boolean {
    return this.#groups.length === 0
  }

  /** When all are confirmed; `undefined` if they are. */
  get confirmed(): Promise<void> | undefined {
    return this.#groups.at(-1)?.confirmed
  }

  /**
   * Adds one that counts once `synced` resolves. If it fails, so do all behind it: `takeBack` is given them, and throws what
   * those are told who wait for them.
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

  /** What has to be waited for by who has read what such changes made. */
  confirmation(isMeant: (change: RecordKey) => boolean): Promise<void> | undefined {
    if (this.#groups.length === 0) return undefined
    return this.#groups.findLast(({ written }) => written.changes.some(isMeant))?.confirmed
  }
}
