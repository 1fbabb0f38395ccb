import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import { unnamed } from '../entities/unnamed.ts'
import type { Change } from '../expressions/change.ts'
import { attributeIs, type Condition } from '../expressions/condition.ts'
import { ModelError } from '../model-error.ts'
import { isConditionFailure } from '../port/service-failure.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import { compileAction } from '../writes/compile-action.ts'

/*
 * The state of a migration is kept in one item of the table being migrated: the position in each segment of the scan,
 * the counts, and who is working under a lease until when. Whoever comes later continues from there.
 */

/** How long a worker that no longer reports keeps its lease. */
export const leaseMs = 30_000

/** The progress of a segment. */
export interface SegmentState {
  /** The key after which to continue; `undefined` at the beginning. */
  readonly cursor: WireItem | undefined
  readonly done: boolean
  readonly counts: MigrationCounts
}

export interface MigrationCounts {
  /** Items of the table that were read, including those that belong to no entity of the model, such as markers. */
  readonly read: number
  /** Those of them that were processed. */
  readonly scanned: number
  readonly changed: number
  readonly problems: number
}

export const noCounts: MigrationCounts = { read: 0, scanned: 0, changed: 0, problems: 0 }

/** The state of a table's migration. */
export interface MigrationState {
  /** The target of the migration; a different target is a different migration. */
  readonly goal: string
  /** The fingerprint of the model, from `designOf`: a migration for another model is not continued, but starts over. */
  readonly design: string
  readonly status: 'running' | 'done'
  readonly owner: string
  readonly untilMs: number
  readonly startedMs: number
  readonly segments: readonly SegmentState[]
}

/** What a table is processed for; each kind has a state of its own. */
export type WorkKind = 'migration' | 'recount'

/** The work to do, and its target. */
export interface Work {
  readonly kind: WorkKind
  readonly goal: string
  readonly design: string
}

/** Work that a worker holds. */
interface OwnedWork extends Pick<Work, 'kind'> {
  readonly owner: string
}

const statePrefix = 'MONOTABLE#'

/** Whether an item is a state rather than data. */
export function isState({ key }: TableDefinition, item: WireItem): boolean {
  return [...key.pk, ...key.sk].every(({ name }) => text(item, name).startsWith(statePrefix))
}

/** Returns the stored key of the state. */
function stateKey(table: TableDefinition, kind: WorkKind): WireItem {
  const key: { [attribute: string]: WireValue } = {}
  for (const { name, type } of [...table.key.pk, ...table.key.sk]) {
    if (type !== 'S') {
      const message = `${table.name}: its key ${name} is not text, so the table cannot hold the state of a ${kind}`
      throw new ModelError('DEFINITION', message, { subject: table.name })
    }
    setOwn(key, name, { S: `${statePrefix}${kind.toUpperCase()}` })
  }
  return key
}

/** Returns the state of the last migration of a table, if there was one. */
export async function loadState(
  context: ModelContext,
  table: TableDefinition,
  kind: WorkKind = 'migration',
): Promise<MigrationState | undefined> {
  const input = { TableName: table.name, Key: stateKey(table, kind), ConsistentRead: true }
  const { Item } = await context.port.send('GetItem', input)
  return Item && readState(Item)
}

interface TakenWork extends Pick<Work, 'kind'> {
  readonly state: MigrationState
  readonly before: MigrationState | undefined
}

/** Takes the lease, provided that nobody else holds it and the state is still as it was read. */
export async function takeWork(
  context: ModelContext,
  entity: EntityDefinition,
  { kind, state, before }: TakenWork,
): Promise<void> {
  const { table } = entity
  const key = stateKey(table, kind)
  const item: { [attribute: string]: WireValue } = { ...key, ...writeState(state) }
  if (table.typeAttribute !== undefined) setOwn(item, table.typeAttribute, { S: kind })
  const asRead: Condition =
    before === undefined
      ? { kind: 'missing', steps: [table.key.pk[0]?.name ?? ''] }
      : {
          kind: 'and',
          conditions: [
            attributeIs('owner', { S: before.owner }),
            attributeIs('untilMs', { N: String(before.untilMs) }),
          ],
        }
  // A client that got no answer may send the request a second time.
  const condition: Condition = {
    kind: 'or',
    conditions: [asRead, attributeIs('owner', { S: state.owner })],
  }
  await send(context, { kind: 'put', entity: unnamed(entity), key, item, condition }, () => {
    return busy(table, kind, 'another run has just started')
  })
}

/** Saves the progress of a segment, and renews the lease. */
export async function saveSegment(
  context: ModelContext,
  entity: EntityDefinition,
  work: OwnedWork,
  { at, segment, untilMs }: { readonly at: number; readonly segment: SegmentState; readonly untilMs: number },
): Promise<void> {
  const changes: Change[] = [
    { kind: 'set', steps: ['segments', at], value: { kind: 'wire', value: writeSegment(segment) } },
    { kind: 'set', steps: ['untilMs'], value: { kind: 'wire', value: { N: String(untilMs) } } },
  ]
  await change(context, entity, work, changes)
}

/** Saves that the work is complete, or interrupted, and gives up the lease. */
export async function endWork(
  context: ModelContext,
  entity: EntityDefinition,
  work: OwnedWork,
  status: MigrationState['status'],
): Promise<void> {
  await change(context, entity, work, [
    { kind: 'set', steps: ['status'], value: { kind: 'wire', value: { S: status } } },
    { kind: 'set', steps: ['untilMs'], value: { kind: 'wire', value: { N: '0' } } },
  ])
}

async function change(
  context: ModelContext,
  entity: EntityDefinition,
  work: OwnedWork,
  changes: readonly Change[],
): Promise<void> {
  const condition = attributeIs('owner', { S: work.owner })
  const key = stateKey(entity.table, work.kind)
  await send(context, { kind: 'update', entity: unnamed(entity), key, changes, condition }, () => {
    return busy(entity.table, work.kind, 'another run has taken it over')
  })
}

async function send(
  { port }: ModelContext,
  action: Parameters<typeof compileAction>[0],
  refusal: () => ModelError,
): Promise<void> {
  const { operation, input } = compileAction(action, 'NONE')
  try {
    await port.send(operation, input as never)
  } catch (error) {
    throw isConditionFailure(error) ? refusal() : error
  }
}

/** Throws if someone else is at work. */
export function requireIdle(
  table: TableDefinition,
  kind: WorkKind,
  state: MigrationState | undefined,
  now: number,
): void {
  if (state === undefined || state.untilMs <= now || state.status !== 'running') return
  const seconds = Math.ceil((state.untilMs - now) / 1_000)
  const how = `"${state.goal}"; if its process is gone, another can take over in ${seconds} seconds`
  throw busy(table, kind, how)
}

function busy({ name }: TableDefinition, kind: WorkKind, why: string): ModelError<'MIGRATION_BUSY'> {
  const message = `A ${kind} of ${name} is under way: ${why}`
  return new ModelError('MIGRATION_BUSY', message, { table: name })
}

function writeState({ goal, design, status, owner, untilMs, startedMs, segments }: MigrationState): WireItem {
  return {
    goal: { S: goal },
    design: { S: design },
    status: { S: status },
    owner: { S: owner },
    untilMs: { N: String(untilMs) },
    startedMs: { N: String(startedMs) },
    segments: { L: segments.map(writeSegment) },
  }
}

function writeSegment({ cursor, done, counts }: SegmentState): WireValue {
  const { read, scanned, changed, problems } = counts
  return {
    M: {
      done: { BOOL: done },
      ...(cursor !== undefined && { cursor: { M: cursor } }),
      read: { N: String(read) },
      scanned: { N: String(scanned) },
      changed: { N: String(changed) },
      problems: { N: String(problems) },
    },
  }
}

function readState(item: WireItem): MigrationState {
  const segments = getOwn(item, 'segments')
  return {
    goal: text(item, 'goal'),
    design: text(item, 'design'),
    status: text(item, 'status') === 'done' ? 'done' : 'running',
    owner: text(item, 'owner'),
    untilMs: number(item, 'untilMs'),
    startedMs: number(item, 'startedMs'),
    segments: (segments && 'L' in segments ? segments.L : []).map(readSegment),
  }
}

function readSegment(value: WireValue): SegmentState {
  const members = 'M' in value ? value.M : {}
  const cursor = getOwn(members, 'cursor')
  const done = getOwn(members, 'done')
  return {
    cursor: cursor && 'M' in cursor ? cursor.M : undefined,
    done: done !== undefined && 'BOOL' in done && done.BOOL,
    counts: {
      read: number(members, 'read'),
      scanned: number(members, 'scanned'),
      changed: number(members, 'changed'),
      problems: number(members, 'problems'),
    },
  }
}

function text(item: WireItem, name: string): string {
  const value = getOwn(item, name)
  return value !== undefined && 'S' in value ? value.S : ''
}

function number(item: WireItem, name: string): number {
  const value = getOwn(item, name)
  return value !== undefined && 'N' in value ? Number(value.N) : 0
}
