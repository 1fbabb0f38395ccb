import { runBatchWrite } from '../batches/run-batches.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { keyOfItem } from '../entities/key-of-item.ts'
import { rebuildAttribute } from '../entities/rebuild-attribute.ts'
import { requireOptions } from '../entities/require-options.ts'
import { unnamed } from '../entities/unnamed.ts'
import { attributeIs, type Condition } from '../expressions/condition.ts'
import { Placeholders } from '../expressions/placeholders.ts'
import { renderCondition } from '../expressions/render-condition.ts'
import { ModelError } from '../model-error.ts'
import type { ModelClient } from '../port/create-port.ts'
import { isConditionFailure } from '../port/service-failure.ts'
import type { Mutable, ScanInput, WireItem, WireValue } from '../port/wire.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import { type ContextOptions, createContext, type ModelContext } from '../sending/model-context.ts'
import { setOwn } from '../util/own-property.ts'
import { compileAction } from '../writes/compile-action.ts'
import { readState, stateIs, touchOf } from './generation.ts'
import { ledgerType, stateKey } from './ledger.ts'
import type { Derivation } from './projection.ts'

/** The number of sources per segment that are touched in parallel. */
const touchedAtOnce = 25

/** Options of a rebuild. */
export interface RebuildOptions extends ContextOptions {
  /** How long to wait for handlers that are already running; 15 seconds by default. */
  readonly settleMs?: number
  /** The number of segments of the table, which are processed in parallel; 4 by default. */
  readonly segments?: number
  /** Called from time to time. */
  readonly onProgress?: (progress: RebuildProgress) => void
}

export interface RebuildProgress {
  /** The number of derived items removed. */
  readonly removed: number
  /** The number of sources touched; the stream delivers each of them. */
  readonly touched: number
}

/**
 * Rebuilds everything derived, from all existing sources, while others write: removes all derived items, and touches
 * every source, so that the stream delivers each to the handler. Returns when all are touched; the handler, which has
 * to be running, follows later.
 */
export async function rebuild(
  client: ModelClient,
  name: string,
  derivation: Derivation,
  options: RebuildOptions = {},
): Promise<RebuildProgress> {
  requireOptions('rebuild', options, 'settleMs segments onProgress clock random sleep cache')
  const { settleMs = 15_000, segments = 4, onProgress, ...rest } = options
  const context = createContext(client, rest)
  const { source, target } = derivation
  const progress = { removed: 0, touched: 0 }
  const count = (what: keyof RebuildProgress, more: number) => {
    progress[what] += more
    onProgress?.({ ...progress })
  }
  const generation = await beginGeneration(context, name, target)
  await context.sleep(settleMs)
  await inSegments(segments, async (segment) => {
    for await (const items of itemsOf(context, target, segment)) {
      await removeAll(context, target, items)
      count('removed', items.length)
    }
  })
  await continueGeneration(context, { name, target, generation }, {})
  await inSegments(segments, async (segment) => {
    for await (const items of itemsOf(context, source, segment)) {
      // A page may have thousands of items.
      for (let at = 0; at < items.length; at += touchedAtOnce) {
        const some = items.slice(at, at + touchedAtOnce)
        await Promise.all(some.map((item) => touch(context, source, item, touchOf(name, generation))))
      }
      count('touched', items.length)
    }
  })
  await continueGeneration(context, { name, target, generation }, { _completed: context.clock.now() })
  return progress
}

interface Segment {
  readonly index: number
  readonly total: number
}

async function inSegments(total: number, work: (segment: Segment) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: total }, (_, index) => work({ index, total })))
}

async function beginGeneration(
  context: ModelContext,
  name: string,
  target: EntityDefinition,
): Promise<number> {
  for (;;) {
    const Key = stateKey(name, target)
    const { Item } = await context.port.send('GetItem', {
      TableName: target.table.name,
      Key,
      ConsistentRead: true,
    })
    const state = readState(Item)
    const generation = state.generation + 1
    try {
      await saveState(context, name, target, { _generation: generation, _removing: 1 }, stateIs(state))
      return generation
    } catch (error) {
      // Someone else has begun a rebuild at the same moment. The next generation supersedes theirs, so that only our
      // touches count.
      if (!isConditionFailure(error)) throw error
    }
  }
}

interface Generation {
  readonly name: string
  readonly target: EntityDefinition
  readonly generation: number
}

async function continueGeneration(
  context: ModelContext,
  { name, target, generation }: Generation,
  more: { readonly [attribute: string]: number },
): Promise<void> {
  try {
    await saveState(context, name, target, { _generation: generation, ...more }, stateIs({ generation }))
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    throw new ModelError('CONTENTION', `Another rebuild of "${name}" has started`, {
      entity: target.name,
      attempts: 1,
    })
  }
}

async function saveState(
  { port }: ModelContext,
  name: string,
  target: EntityDefinition,
  values: { readonly [attribute: string]: number },
  condition: Condition,
): Promise<void> {
  const item: { [attribute: string]: WireValue } = { ...stateKey(name, target) }
  for (const [attribute, value] of Object.entries(values)) setOwn(item, attribute, { N: String(value) })
  if (target.table.typeAttribute !== undefined)
    setOwn(item, target.table.typeAttribute, { S: ledgerType(name) })
  const action = {
    kind: 'put',
    entity: unnamed(target),
    key: stateKey(name, target),
    item,
    condition,
  } as const
  const { input } = compileAction(action, 'NONE')
  await port.send('PutItem', input as never)
}

/** Yields the stored items of an entity, page by page. */
async function* itemsOf(
  { port }: ModelContext,
  entity: EntityDefinition,
  { index, total }: Segment,
): AsyncGenerator<readonly WireItem[], void> {
  const { table } = entity
  const placeholders = new Placeholders(entity.forms)
  const type = table.typeAttribute
  const isOwn = type && {
    kind: 'or' as const,
    // Items without a type are recognized by their keys.
    conditions: [attributeIs(type, { S: entity.name }), attributeIs(type, undefined)],
  }
  const filter = isOwn && { FilterExpression: renderCondition(isOwn, placeholders) }
  const input: Mutable<ScanInput> = {
    TableName: table.name,
    ConsistentRead: true,
    Segment: index,
    TotalSegments: total,
    ...filter,
  }
  placeholders.addTo(input)
  for (let start: WireItem | undefined; ; ) {
    const { Items = [], LastEvaluatedKey } = await port.send('Scan', {
      ...input,
      ...(start !== undefined && { ExclusiveStartKey: start }),
    })
    const own = Items.filter((item) => recognizeItem(entity, item))
    if (own.length > 0) yield own
    if (LastEvaluatedKey === undefined) return
    start = LastEvaluatedKey
  }
}

async function removeAll(
  context: ModelContext,
  entity: EntityDefinition,
  items: readonly WireItem[],
): Promise<void> {
  const actions = items.map((item) => ({
    kind: 'delete' as const,
    entity,
    key: keyOfItem(entity.table, item),
    condition: undefined,
  }))
  await runBatchWrite(context, actions)
}

/** Marks an existing source as touched. */
async function touch(
  { port }: ModelContext,
  entity: EntityDefinition,
  item: WireItem,
  value: WireValue,
): Promise<void> {
  const key = keyOfItem(entity.table, item)
  const [attribute] = Object.keys(key) as [string]
  const { input } = compileAction(
    {
      kind: 'update',
      entity,
      key,
      changes: [{ kind: 'set', steps: [rebuildAttribute], value: { kind: 'wire', value } }],
      condition: { kind: 'exists', steps: [attribute] },
    },
    'NONE',
  )
  try {
    await port.send('UpdateItem', input as never)
  } catch (error) {
    // The item was removed; the stream delivers that, too.
    if (!isConditionFailure(error)) throw error
  }
}
