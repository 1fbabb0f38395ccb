import { storedName } from '../codec/stored-form.ts'
import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import type { Spread } from '../entities/spread.ts'
import { findIndex, holdsAttribute, primary, type TableDefinition } from '../entities/table-definition.ts'
import { allOf, type Comparator, type Condition } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { type CursorScope, decodeCursor } from '../reads/cursor.ts'
import type { MemberReader, Pattern } from '../reads/pattern.ts'
import { planPage } from '../reads/plan-page.ts'
import type { ReadContext } from '../reads/plan-query.ts'
import { type Bound, boundsOf, isRange } from '../reads/range.ts'
import type { ReadOrder } from '../reads/read-direction.ts'
import type { ReadPlan } from '../reads/read-plan.ts'
import { requireEntityIndex } from '../reads/require-entity-index.ts'
import { getOwn } from '../util/own-property.ts'
import type { Random } from '../util/random.ts'
import { drawNumber, spreadNumbers } from './draw-shard.ts'
import { dateOf, periodDate, startOf, tablesBetween } from './period.ts'

/** A read that looks into several places: all shards of a table at the same time, one table after the other. */
export interface SpreadPlan {
  /** The tables in the order in which they are read: one, or that of each period. */
  readonly tables: readonly TableDefinition[]
  /** The numbers of the shards that are read, or of the replica; 0 where there is nothing to choose. */
  readonly parts: readonly number[]
  /** The reads of one table, one for each part. */
  readonly plansIn: (table: TableDefinition) => readonly ReadPlan[]
  /** The pattern as it reads a table. */
  readonly patternIn: (table: TableDefinition) => Pattern
  /** Where to go on: what a cursor holds. */
  readonly start: WireItem | undefined
  /** What cursors of this read belong to. */
  readonly scope: CursorScope
  readonly limit: number | undefined
  /** The attributes that items are sorted by, and which way. */
  readonly sort: readonly string[]
  readonly forward: boolean
  /** The attributes that say where an item is in the table or index that is read. */
  readonly position: readonly string[]
}

/** What is known when a read is planned. */
export interface SpreadContext extends ReadContext {
  readonly random: Random
}

/** Plans a read of shards, replicas or periods; gives nothing for a pattern that has none of them. */
export function planSpread(pattern: Pattern, args: Values, context: SpreadContext): SpreadPlan | undefined {
  const key = keyOf(pattern)
  const table = tableOf(pattern)
  if (key?.spread === undefined && table.periods === undefined) return undefined
  const { name, now, page, random } = context
  const narrowed = narrow(pattern, key, args)
  const choice = choiceOf(pattern, key, narrowed.args)
  const planIn = (one: TableDefinition, part: number) => {
    const placed = choice === undefined ? narrowed.args : { ...narrowed.args, [choice.slot]: part }
    return planPage(patternIn(narrowed.pattern, one), placed, {
      name,
      now,
      page: { ...page, cursor: undefined },
    })
  }
  // A cursor is good whichever replica is read, and whichever period the last one is.
  const first = planIn(table, 1)
  const scope = {
    pattern: name,
    request: [first.scope.request, choice?.count, JSON.stringify(args, portable)],
  }
  const start = page.cursor === undefined ? undefined : decodeCursor(page.cursor, scope)
  const parts = partsOf(choice, start, random)
  const forward = !('ScanIndexForward' in first.request.input)
  const schema = findIndex(table, pattern.index) ?? table.key
  const names = [schema.sk, schema.pk, table.key.pk, table.key.sk].flat().map((attribute) => attribute.name)
  return {
    tables:
      table.periods === undefined
        ? [table]
        : periodTables(pattern, args, { now, forward, order: page.order ?? pattern.options.order }),
    parts,
    plansIn: (one) => parts.map((part) => planIn(one, part)),
    patternIn: (one) => patternIn(narrowed.pattern, one),
    start,
    scope,
    limit: first.request.input.Limit,
    sort: schema.sk.map((attribute) => attribute.name),
    forward,
    position: [...new Set(names)],
  }
}

function portable(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** The table that a pattern reads. */
export function tableOf(pattern: Pattern): TableDefinition {
  return pattern.kind === 'collect' ? pattern.table : pattern.entity.table
}

function keyOf(pattern: Pattern): EntityKey | undefined {
  if (pattern.kind === 'scan') return undefined
  return pattern.kind === 'collect'
    ? pattern.readers[0]?.key
    : requireEntityIndex(pattern.entity, pattern.index)
}

function patternIn(pattern: Pattern, table: TableDefinition): Pattern {
  return pattern.kind === 'collect'
    ? { ...pattern, table }
    : { ...pattern, entity: { ...pattern.entity, table } }
}

/** What a read has to choose a part of; nothing when its arguments tell which, or there are none. */
function choiceOf(pattern: Pattern, key: EntityKey | undefined, args: Values): Spread | undefined {
  const spread = key?.spread
  if (spread === undefined || getOwn(args, spread.slot) !== undefined) return undefined
  const isKnown = spread.of.length > 0 && spread.of.every((name) => isValue(getOwn(args, name)))
  return isKnown && isCommon(pattern, ({ key: own }) => own.spread?.of ?? []) ? undefined : spread
}

/** Whether the same values of a partition tell the place of all that is read: members of a collection may go by others. */
function isCommon(pattern: Pattern, names: (reader: MemberReader) => readonly string[]): boolean {
  if (pattern.kind !== 'collect') return true
  // Values of the partition may have other names; those besides are called the same.
  const placeOf = ({ slots }: MemberReader, name: string) =>
    slots.includes(name) ? slots.indexOf(name) : name
  const places = pattern.readers.map((one) => names(one).map((name) => placeOf(one, name)))
  return new Set(places.map(String)).size === 1
}

/** All shards are read; of replicas any, and on the next page the same. */
function partsOf(choice: Spread | undefined, start: WireItem | undefined, random: Random): readonly number[] {
  if (choice?.slot !== 'replica') return choice === undefined ? [0] : spreadNumbers(choice)
  const before = Object.keys(start ?? {}).find((name) => name !== '')
  return [before === undefined ? drawNumber(choice, random) : Number.parseInt(before, 10)]
}

/**
 * What an argument tells the place of items by, but not their keys (what a shard is calculated from, or the date that
 * says which tables), becomes a filter: nothing else may come along from there.
 */
function narrow(
  pattern: Pattern,
  key: EntityKey | undefined,
  args: Values,
): { readonly pattern: Pattern; readonly args: Values } {
  if (pattern.kind === 'collect') return { pattern, args }
  const { entity } = pattern
  const asked = key === undefined ? [] : askedByKey(key, args)
  const others = [...(key?.spread?.of ?? []), ...(entity.period === undefined ? [] : [entity.period])]
  const unasked = [...new Set(others)].filter(
    (name) => getOwn(args, name) !== undefined && !asked.includes(name),
  )
  if (unasked.length === 0) return { pattern, args }
  const conditions = unasked.flatMap((name) =>
    argumentConditions(pattern.index, entity, name, getOwn(args, name)),
  )
  const hashed = key?.spread?.of ?? []
  const kept = Object.entries(args).filter(([name]) => !unasked.includes(name) || hashed.includes(name))
  return {
    pattern: { ...pattern, filter: allOf([pattern.filter, ...conditions]) },
    args: Object.fromEntries(kept),
  }
}

/** The arguments that the key itself asks for. */
function askedByKey(key: EntityKey, args: Values): string[] {
  const slots = (parts: EntityKey['pk']) => parts.flatMap(({ template }) => template.slots)
  const asked = slots(key.pk).map(({ attribute }) => attribute)
  for (const { attribute } of slots(key.sk)) {
    asked.push(attribute)
    if (!isValue(getOwn(args, attribute))) break
  }
  return asked
}

function isValue(argument: unknown): boolean {
  return argument !== undefined && !isRange(argument)
}

function argumentConditions(
  index: string,
  entity: EntityDefinition,
  name: string,
  argument: unknown,
): Condition[] {
  if (index !== primary && !holdsAttribute(entity.table, index, storedName(entity.forms, name))) {
    const message = `${entity.name}: ${index} cannot be read by "${name}", which it does not hold`
    throw new ModelError('KEY', message, { attribute: name, template: '' })
  }
  const steps = [name] as const
  const compare = (comparator: Comparator, value: unknown): Condition => ({
    kind: 'compare',
    comparator,
    left: { kind: 'path', steps },
    right: { kind: 'value', value, steps },
  })
  if (!isRange(argument)) return [compare('=', argument)]
  const { low, high, begins } = boundsOf(argument)
  if (begins !== undefined) {
    return [{ kind: 'begins', steps, prefix: { kind: 'value', value: begins, steps } }]
  }
  const bound = (sign: '<' | '>', end: Bound | undefined) =>
    end === undefined ? [] : [compare(`${sign}${end.inclusive ? '=' : ''}`, end.value)]
  return [...bound('>', low), ...bound('<', high)]
}

interface PeriodReading {
  readonly now: number
  readonly forward: boolean
  readonly order: ReadOrder | undefined
}

/** The tables of the periods that are asked for, in the order in which they are read. */
function periodTables(
  pattern: Pattern,
  args: Values,
  { now, forward, order }: PeriodReading,
): TableDefinition[] {
  const table = tableOf(pattern)
  const entity = pattern.kind === 'collect' ? pattern.readers[0]?.member.entity : pattern.entity
  const { period } = entity as EntityDefinition
  const isTold = period !== undefined && isCommon(pattern, ({ member }) => [member.entity.period ?? ''])
  const argument = isTold ? getOwn(args, period) : undefined
  const { from, to } = extentOf(entity as EntityDefinition, argument)
  const since = table.periods?.since === undefined ? undefined : periodDate(table.periods.since)
  const first = from !== undefined && since !== undefined && from < since ? since : (from ?? since)
  if (first === undefined) {
    const message = `${table.name} has a table for each ${table.periods?.every}: say from when on to read, by "${period}" or by "since" in the table's periods`
    throw new ModelError('KEY', message, { attribute: period ?? '', template: '' })
  }
  // Without an end it is now; what is asked for from a later moment on is read from its period.
  const last = to ?? new Date(Math.max(now, first.getTime()))
  const tables = tablesBetween(table, first, last)
  if (order === 'newest') return tables.reverse()
  return order === 'oldest' || readsOldestFirst(pattern, period, forward) ? tables : tables.reverse()
}

function extentOf(entity: EntityDefinition, argument: unknown): { from?: Date; to?: Date } {
  if (argument === undefined) return {}
  if (!isRange(argument)) return { from: dateOf(entity, argument), to: dateOf(entity, argument) }
  const { low, high, begins } = boundsOf(argument)
  if (begins !== undefined) {
    // What goes on within a day, or breaks off within a month, is in the periods of the whole that it begins with.
    const [day] = /^\d{4}(-\d\d){0,2}/.exec(begins) ?? []
    if (day === undefined) return {}
    const from = dateOf(entity, day)
    const every = day.length === 4 ? 'year' : day.length === 7 ? 'month' : 'day'
    return { from, to: new Date(startOf(every, from, 1).getTime() - 1) }
  }
  return {
    ...(low !== undefined && { from: dateOf(entity, low.value) }),
    ...(high !== undefined && { to: dateOf(entity, high.value) }),
  }
}

/** Tables go the way that the dates of their items go. */
function readsOldestFirst(pattern: Pattern, period: string | undefined, forward: boolean): boolean {
  const slot = keyOf(pattern)
    ?.sk.flatMap(({ template }) => template.slots)
    .find(({ attribute }) => attribute === period)
  return forward === (slot?.order !== 'descending')
}
