import type { StoredRecord } from '../storage/storage.ts'
import type { Table, TableIndex } from '../tables/table.ts'
import type { CapacityControl } from './capacity-control.ts'
import type { Heat, Insights } from './heat.ts'
import type { Access, Hold, UsageSink } from './usage.ts'

/**
 * What operations tell of their use of tables: before an access, that it is about to begin, which may be refused;
 * after it, what it used. Passed on to whoever watches capacity and to any number of sinks.
 */
export class UsageMeter {
  readonly #createControl: () => CapacityControl
  #control: CapacityControl | undefined
  readonly #sinks: UsageSink[] = []

  constructor(createControl: () => CapacityControl) {
    this.#createControl = createControl
  }

  /** Whether anybody wants to hear; operations ask once and tell nothing otherwise. */
  get active(): boolean {
    return this.#control !== undefined || this.#sinks.length > 0
  }

  /** Whether capacity is watched: then an access has to ask before it begins, and may be refused. */
  get watches(): boolean {
    return this.#control !== undefined
  }

  /** Begins to watch capacity. */
  watch(): void {
    this.#control ??= this.#createControl()
  }

  addSink(sink: UsageSink): void {
    this.#sinks.push(sink)
  }

  /** Lets an access begin that will use so many units at least; throws a `ServiceError` when it is too much. */
  admit(access: Access, leastUnits: number): Hold {
    if (this.#control === undefined) return { access, reserved: 0, refused: false }
    return this.#control.admit(access, leastUnits, (limits) => {
      for (const sink of this.#sinks) sink.throttled(access, limits)
    })
  }

  /** Tells what an access used, all in all. */
  settle(hold: Hold, units: number): void {
    this.#control?.settle(hold, units)
    for (const sink of this.#sinks) sink.used(hold.access, units)
  }

  /** Tells what a page of a Query or a Scan used. */
  settlePage(hold: Hold, units: number, records: readonly StoredRecord[]): void {
    this.#control?.settlePage(hold, units, records)
    for (const sink of this.#sinks) sink.used(hold.access, units)
  }

  /** Tells that an access did not take place after all. */
  release(hold: Hold): void {
    this.#control?.release(hold)
  }

  /** Tells of a use that could not be refused any more. */
  use(access: Access, units: number): void {
    this.settle({ access, reserved: 0, refused: false }, units)
  }

  /** How busy a table or a global index is. Whoever asks for the first time begins to watch. */
  heat(table: Table, index: TableIndex | undefined): Heat {
    return this.#watchAll().heat(table, index)
  }

  /** The busiest keys of the last minutes. Whoever asks for the first time begins to watch. */
  insights(table: Table, index: TableIndex | undefined, minutes: number): Insights {
    return this.#watchAll().insights(table, index, minutes)
  }

  /** The busiest keys as far as they are known. */
  knownInsights(table: Table, index: TableIndex | undefined, minutes: number): Insights | undefined {
    return this.#control?.insights(table, index, minutes)
  }

  #watchAll(): CapacityControl {
    this.#control ??= this.#createControl()
    this.#control.watchAll()
    return this.#control
  }
}
