import type { FormNode } from '../codec/stored-form.ts'
import { expiryIn, notExpired } from '../entities/presence.ts'
import { allOf, type Condition } from '../expressions/condition.ts'
import type { ConditionInput } from '../expressions/condition-operators.ts'
import { Placeholders } from '../expressions/placeholders.ts'
import { renderCondition } from '../expressions/render-condition.ts'
import type { CompiledSlot } from '../keys/compile-slot.ts'
import type { Mutable, QueryInput, ScanInput } from '../port/wire.ts'
import { typeCondition } from './count-items.ts'
import { type CursorScope, decodeCursor } from './cursor.ts'
import { entitiesOf, type Pattern, tableOf } from './pattern.ts'
import { type ReadOrder, readsForward } from './read-direction.ts'
import { addNames, patternNames } from './selection.ts'

/** A planned read of one page, ready to send. */
export interface ReadPlan {
  readonly request:
    | { readonly operation: 'Query'; readonly input: QueryInput }
    | { readonly operation: 'Scan'; readonly input: ScanInput }
  /** What cursors of this read are valid for. */
  readonly scope: CursorScope
}

/** Options of one read. */
export interface PageOptions {
  /** Where the previous page ended; null is the first page, as in JSON, which has no `undefined`. */
  readonly cursor?: string | null | undefined
  /** The maximum number of items, instead of the pattern's. */
  readonly limit?: number | undefined
  readonly consistent?: boolean | undefined
  /** The order, instead of the pattern's. */
  readonly order?: ReadOrder | undefined
  /** The segment of a scan to read, out of a total number. */
  readonly segment?: { readonly index: number; readonly total: number } | undefined
}

/** Options of one read of an entity's items. */
export interface FilteredPage<Item> extends PageOptions {
  /**
   * A filter in addition to the pattern's, applied after the items were read: those it leaves out still cost capacity.
   */
  readonly filter?: ConditionInput<Item> | undefined
}

/** What planning a read needs in addition to the pattern. */
export interface ReadContext {
  readonly name: string
  readonly now: number
  readonly page: FilteredPage<never>
}

/** What a pattern reads, before it is turned into an operation. */
export interface ReadDraft {
  readonly forms: FormNode
  readonly keyCondition: Condition | undefined
  /** Returns how items sort by the first value left open; asked only for an order by value. */
  readonly order: () => CompiledSlot['order'] | undefined
  readonly filter?: Condition | undefined
  /** How many items to read beyond the page size. */
  readonly more?: number
}

/** Turns a read into an operation. */
export function compileRead(pattern: Pattern, { name, now, page }: ReadContext, draft: ReadDraft): ReadPlan {
  const { keyCondition, more = 0 } = draft
  const { options, index } = pattern
  const table = tableOf(pattern).name
  const forward = readsForward(page.order ?? options.order, draft.order, name)
  const limit = page.limit ?? (options.page && options.page + more)
  const expiry = options.expired
    ? undefined
    : entitiesOf(pattern)
        .map((entity) => expiryIn(entity, index))
        .find((name) => name)
  const scope = { pattern: name, request: [table, index, keyCondition, forward, page.segment] }
  const placeholders = new Placeholders(draft.forms)
  const KeyConditionExpression = keyCondition && renderCondition(keyCondition, placeholders)
  const type = pattern.counts ? typeCondition(pattern) : undefined
  const filter = allOf([draft.filter, notExpired(expiry, now), type])
  const FilterExpression = filter && renderCondition(filter, placeholders)
  const consistent = page.consistent ?? options.consistent
  // Planned anew for each call: setting fields one by one is cheaper than spreading objects.
  const input: Mutable<ScanInput & Partial<QueryInput>> = { TableName: table }
  if (index !== 'primary') input.IndexName = index
  if (KeyConditionExpression !== undefined) input.KeyConditionExpression = KeyConditionExpression
  if (FilterExpression !== undefined) input.FilterExpression = FilterExpression
  // A scan of a table may find items without a type, which are recognized by their keys, so those are read to be
  // counted.
  const isCounted = type !== undefined && pattern.kind !== 'scan'
  if (isCounted) input.Select = 'COUNT'
  // With hydration, attributes are selected when the whole items are read by their keys.
  const isWhole = isCounted || options.hydrate === true
  addNames(input, isWhole ? undefined : patternNames(pattern, index), placeholders)
  if (limit !== undefined) input.Limit = limit
  if (consistent === true) input.ConsistentRead = true
  if (page.cursor != null) input.ExclusiveStartKey = decodeCursor(page.cursor, scope)
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
