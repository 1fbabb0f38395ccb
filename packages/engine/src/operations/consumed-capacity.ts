import type { Capacity, ConsumedCapacity, VectorCapacity } from '@monotable/protocol'
import { setOwn } from '@monotable/protocol'
import type { TableIndex } from '../tables/table.ts'

/** How much detail ReturnConsumedCapacity asks for. */
export type CapacityDetail = 'NONE' | 'TOTAL' | 'INDEXES'

/** The capacity that a request used on one table; for transactions, also whether it read or wrote. */
export class CapacityMeter {
  readonly #tableName: string
  readonly #kind: 'read' | 'write' | undefined
  #table = 0
  #failed = 0
  readonly #indexes = new Map<TableIndex, number>()
  readonly #vectorBytes = new Map<string, number>()

  constructor(tableName: string, kind?: 'read' | 'write') {
    this.#tableName = tableName
    this.#kind = kind
  }

  addTable(units: number): void {
    this.#table += units
  }

  /** Adds the units of a failed operation: they appear in the total and nowhere else (seen on AWS). */
  addFailed(units: number): void {
    this.#failed += units
  }

  addIndex(index: TableIndex, units: number): void {
    this.#indexes.set(index, (this.#indexes.get(index) ?? 0) + units)
  }

  addVectorIndex(name: string, bytes: number): void {
    this.#vectorBytes.set(name, (this.#vectorBytes.get(name) ?? 0) + bytes)
  }

  /** Returns the answer's `ConsumedCapacity`, or `undefined` if the request did not ask for it. */
  report(detail: CapacityDetail | undefined): ConsumedCapacity | undefined {
    if (detail === undefined || detail === 'NONE') return undefined
    let total = this.#table + this.#failed
    for (const units of this.#indexes.values()) total += units
    const whole = { TableName: this.#tableName, ...this.#capacity(total) }
    if (detail === 'TOTAL') return whole
    return {
      ...whole,
      Table: this.#capacity(this.#table),
      ...this.#indexCapacities('local', 'LocalSecondaryIndexes'),
      ...this.#indexCapacities('global', 'GlobalSecondaryIndexes'),
      ...this.#vectorCapacities(),
    }
  }

  #indexCapacities(kind: TableIndex['kind'], member: string): object {
    const capacities: { [index: string]: Capacity } = {}
    for (const [index, units] of this.#indexes) {
      if (index.kind === kind) setOwn(capacities, index.name, this.#capacity(units))
    }
    return Object.keys(capacities).length === 0 ? {} : { [member]: capacities }
  }

  /** Returns the bytes of vector indexes, which are a unit of their own and not part of the total. */
  #vectorCapacities(): object {
    const capacities: { [index: string]: VectorCapacity } = {}
    for (const [name, bytes] of this.#vectorBytes)
      setOwn(capacities, name, { VectorWriteRequestBytes: bytes })
    return this.#vectorBytes.size === 0 ? {} : { VectorIndexes: capacities }
  }

  #capacity(units: number): Capacity {
    if (this.#kind === 'read') return { CapacityUnits: units, ReadCapacityUnits: units }
    if (this.#kind === 'write') return { CapacityUnits: units, WriteCapacityUnits: units }
    return { CapacityUnits: units }
  }
}
