import type { Table } from '../tables/table.ts'
import { labelsOf, noTable, type TableLabels } from './table-labels.ts'

/** Everything of one kind that is counted for a table. */
interface Entry<Value> {
  readonly labels: TableLabels
  readonly value: Value
}

/** How many more tables can have their own values; several series may share it. */
export interface Budget {
  left: number
}

/**
 * Values by table, within a budget: tables that appear after it is used up share one value without a name. A
 * changed table is another object with the same ARN, and keeps its value.
 */
export class BoundedSeries<Value> {
  readonly #create: () => Value
  readonly #budget: Budget
  readonly #byArn = new Map<string, Entry<Value>>()
  #byTable = new WeakMap<Table, Value>()
  /** Consecutive requests are often for the same table. */
  #lastTable: Table | undefined
  #lastValue: Value | undefined
  #rest: Value | undefined

  constructor(budget: Budget, create: () => Value) {
    this.#budget = budget
    this.#create = create
  }

  /** Returns the value of a table, or the one for requests that belong to no table. */
  of(table: Table | undefined): Value {
    if (table === undefined) return this.#noTable()
    if (table === this.#lastTable && this.#lastValue !== undefined) return this.#lastValue
    const value = this.#byTable.get(table) ?? this.#findOrCreate(table)
    this.#lastTable = table
    this.#lastValue = value
    return value
  }

  *entries(): Iterable<Entry<Value>> {
    if (this.#rest !== undefined) yield { labels: noTable, value: this.#rest }
    yield* this.#byArn.values()
  }

  /** Forgets tables that no longer exist, so that others can take their places. */
  keepOnly(arns: ReadonlySet<string>): void {
    for (const arn of this.#byArn.keys()) {
      if (arns.has(arn)) continue
      this.#byArn.delete(arn)
      this.#budget.left++
    }
    this.#byTable = new WeakMap()
    this.#lastTable = undefined
  }

  #noTable(): Value {
    this.#rest ??= this.#create()
    return this.#rest
  }

  #findOrCreate(table: Table): Value {
    const { arn } = table.definition
    let entry = this.#byArn.get(arn)
    if (entry === undefined && this.#budget.left > 0) {
      this.#budget.left--
      entry = { labels: labelsOf(table), value: this.#create() }
      this.#byArn.set(arn, entry)
    }
    const value = entry?.value ?? this.#noTable()
    this.#byTable.set(table, value)
    return value
  }
}
