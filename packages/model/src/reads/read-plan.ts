import type { FormNode } from '../codec/stored-form.ts'
import { allOf, type Condition } from '../expressions/condition.ts'
import type { ConditionInput } from '../expressions/condition-operators.ts'
import { Placeholders } from '../expressions/placeholders.ts'
import { renderCondition } from '../expressions/render-condition.ts'
import type { Mutable, QueryInput, ScanInput } from '../port/wire.ts'
import { typeCondition } from './count-items.ts'
import { type CursorScope, decodeCursor } from './cursor.ts'
import type { Pattern } from './pattern.ts'
import type { ReadOrder } from './read-direction.ts'
import { addNames, patternNames } from './selection.ts'

/** A page that is to be read, as it is sent. */
export interface ReadPlan {
  readonly request:
    | { readonly operation: 'Query'; readonly input: QueryInput }
    | { readonly operation: 'Scan'; readonly input: ScanInput }
  /** What cursors of this read belong to. */
  readonly scope: CursorScope
}

/** What a caller may ask of one read. */
export interface PageOptions {
  /** Where the page before ended. */
  readonly cursor?: string | undefined
  /** How many items at most, in place of what the pattern says. */
  readonly limit?: number | undefined
  readonly consistent?: boolean | undefined
  /** In which order, in place of what the pattern says. */
  readonly order?: ReadOrder | undefined
  /** The part of a scan that is read, of so many. */
  readonly segment?: { readonly index: number; readonly total: number } | undefined
}

/** What one read of an entity's items may be asked besides. */
export interface FilteredPage<Item> extends PageOptions {
  /** Leaves out more items than the pattern does, after they were read: they are paid for. */
  readonly filter?: ConditionInput<Item> | undefined
}

/** What a pattern reads, before it is written down. */
export interface ReadDraft {
  readonly name: string
  readonly pattern: Pattern
  readonly table: string
  readonly forms: FormNode
  readonly keyCondition: Condition | undefined
  readonly forward: boolean
  readonly filter: Condition | undefined
  readonly limit: number | undefined
  readonly page: PageOptions
}

/** Writes a read down as an operation. */
export function compileRead(draft: ReadDraft): ReadPlan {
  const { pattern, table, keyCondition, forward, limit, page } = draft
  const scope = { pattern: draft.name, request: [table, pattern.index, keyCondition, forward, page.segment] }
  const placeholders = new Placeholders(draft.forms)
  const KeyConditionExpression = keyCondition && renderCondition(keyCondition, placeholders)
  const type = pattern.counts && typeCondition(pattern)
  const filter = type ? allOf([draft.filter, type]) : draft.filter
  const FilterExpression = filter && renderCondition(filter, placeholders)
  const consistent = page.consistent ?? pattern.options.consistent
  // A read is planned for every call: fields are set one by one, since to spread parts together costs more.
  const input: Mutable<ScanInput & Partial<QueryInput>> = { TableName: table }
  if (pattern.index !== 'primary') input.IndexName = pattern.index
  if (KeyConditionExpression !== undefined) input.KeyConditionExpression = KeyConditionExpression
  if (FilterExpression !== undefined) input.FilterExpression = FilterExpression
  // A whole table may have items without a type, which are recognized by their keys.
  const isCounted = type !== undefined && pattern.kind !== 'scan'
  if (isCounted) input.Select = 'COUNT'
  // Where whole items are read by their keys, it is those that are selected of.
  const isWhole = isCounted || pattern.options.hydrate === true
  addNames(input, isWhole ? undefined : patternNames(pattern, pattern.index), placeholders)
  if (limit !== undefined) input.Limit = limit
  if (consistent === true) input.ConsistentRead = true
  if (page.cursor !== undefined) input.ExclusiveStartKey = decodeCursor(page.cursor, scope)
  if (KeyConditionExpression !== undefined) {
    if (!forward) input.ScanIndexForward = false
    return { request: { operation: 'Query', input: input as QueryInput }, scope }
  }
  if (page.segment !== undefined) {
    input.Segment = page.segment.index
    input.TotalSegments = page.segment.total
  }
  return { request: { operation: 'Scan', input }, scope }
}
