import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import type { Comparator, Meaning } from './condition.ts'
import type { Path } from './document.ts'
import type { Detail } from './units.ts'
import type { Action } from './update.ts'

/** One write, standalone or in a transaction. */
export interface WriteMeaning {
  readonly kind: 'put' | 'update' | 'delete' | 'check'
  readonly table: string
  /** The whole item of a put; the key of any other write. */
  readonly item: AttributeMap
  readonly actions: readonly Action[]
  readonly condition: Meaning | undefined
  readonly returnValues: 'NONE' | 'ALL_OLD' | 'ALL_NEW' | 'UPDATED_OLD' | 'UPDATED_NEW'
  readonly returnsItemOnFailure: boolean
  readonly detail: Detail
}

/** One read by key. */
export interface GetMeaning {
  readonly table: string
  readonly key: AttributeMap
  readonly projection: readonly Path[] | undefined
  readonly consistent: boolean
  readonly detail: Detail
}

export interface KeyCondition {
  readonly name: string
  readonly comparator: Comparator | 'between' | 'begins'
  readonly operands: readonly AttributeValue[]
}

/** A Query or a Scan from its first page to its last. */
export interface ReadMeaning {
  readonly table: string
  readonly index: string | undefined
  /** Only a Query has these, a Scan has none. */
  readonly keyConditions: readonly KeyCondition[] | undefined
  readonly filter: Meaning | undefined
  readonly projection: readonly Path[] | undefined
  readonly countOnly: boolean
  readonly allAttributes: boolean
  readonly reverse: boolean
  readonly consistent: boolean
  readonly limit: number | undefined
  readonly detail: Detail
}
