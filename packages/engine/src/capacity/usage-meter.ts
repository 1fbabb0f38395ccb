import type { StoredRecord } from '../storage/storage.ts'
import type { Table, TableIndex } from '../tables/table.ts'
import type { CapacityControl } from './capacity-control.ts'
import type { Heat, Insights } from './heat.ts'
import type { Access, Hold, UsageSink } from './usage.ts'

/**
 * Receives from operations their use of tables: before an access, that it is about to begin, which may be refused;
 * and after it, what it used. Passes this on to the capacity control and to any number of sinks.
 */
export class UsageMeter {
  readonly #createControl: () => CapacityControl
  #control: CapacityControl | undefined
  readonly #sinks: UsageSink[] = []

  constructor(createControl: () => CapacityControl) {
    this.#createControl = createControl
  }

  /** Whether anything listens; operations check this once and report nothing otherwise. */
  get active(): boolean {
    return this.#control !== undefined || this.#sinks.length > 0
  }

  /** Whether capacity is tracked: then an access must be admitted before it begins, and may be refused. */
  get watches(): boolean {
    return this.#control !== undefined
  }

  /** Starts tracking capacity. */
  watch(): void {
    this.#control ??= this.#createControl()
  }

  addSink(sink: UsageSink): void {
    this.#sinks.push(sink)
  }

  /** Admits an access that will use at least `leastUnits`; throws a `ServiceError` if limits are exceeded. */
  admit(access: Access, leastUnits: number): Hold {
    if (this.#control === undefined) return { access, reserved: 0, refused: false }
    return this.#control.admit(access, leastUnits, (limits) => {
      for (const sink of this.#sinks) sink.throttled(access, limits)
    })
  }

  /** Reports the total that an access used. */
  settle(hold: Hold, units: number): void {
    this.#control?.settle(hold, units)
    for (const sink of this.#sinks) sink.used(hold.access, units)
  }

  /** Reports what a page of a Query or a Scan used. */
  settlePage(hold: Hold, units: number, records: readonly StoredRecord[]): void {
    this.#control?.settlePage(hold, units, records)
    for (const sink of this.#sinks) sink.used(hold.access, units)
  }

  /** Reports that an access did not take place after all. */
  release(hold: Hold): void {
    this.#control?.release(hold)
  }

  /** Reports a use that could no longer be refused. */
  use(access: Access, units: number): void {
    this.settle({ access, reserved: 0, refused: false }, units)
  }

  /** Returns how busy a table or a global index is. The first call starts tracking. */
  heat(table: Table, index: TableIndex | undefined): Heat {
    return this.#watchAll().heat(table, index)
  }

  /** Returns the busiest keys of the last minutes. The first call starts tracking. */
  insights(table: Table, index: TableIndex | undefined, minutes: number): Insights {
    return this.#watchAll().insights(table, index, minutes)
  }

  /** Returns the busiest keys known so far. */
  knownInsights(table: Table, index: TableIndex | undefined, minutes: number): Insights | undefined {
    return this.#control?.insights(table, index, minutes)
  }

  #watchAll(): CapacityControl {
    this.#control ??= this.#createControl()
    this.#control.watchAll()
    return this.#control
  }
}
