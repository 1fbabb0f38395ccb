import { storedName } from '../codec/stored-form.ts'
import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import type { Spread } from '../entities/spread.ts'
import { findIndex, holdsAttribute, primary, type TableDefinition } from '../entities/table-definition.ts'
import { allOf, type Comparator, type Condition } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { type CursorScope, decodeCursor } from '../reads/cursor.ts'
import { type MemberReader, type Pattern, tableOf } from '../reads/pattern.ts'
import { planPage } from '../reads/plan-page.ts'
import { type Bound, boundsOf, isRange } from '../reads/range.ts'
import type { ReadOrder } from '../reads/read-direction.ts'
import type { ReadContext, ReadPlan } from '../reads/read-plan.ts'
import { requireEntityIndex } from '../reads/require-entity-index.ts'
import { getOwn } from '../util/own-property.ts'
import type { Random } from '../util/random.ts'
import { drawNumber, spreadNumbers } from './draw-shard.ts'
import { dateOf, periodDate, startOf, tablesBetween } from './period.ts'

/** A read of several places: all shards of a table in parallel, one table after the other. */
export interface SpreadPlan {
  /** The tables in the order in which they are read: one, or one for each period. */
  readonly tables: readonly TableDefinition[]
  /** The numbers of the shards to read, or of the replica; 0 when there is no choice. */
  readonly parts: readonly number[]
  /** Returns the reads of one table, one for each part. */
  readonly plansIn: (table: TableDefinition) => readonly ReadPlan[]
  /** Returns the pattern for a table. */
  readonly patternIn: (table: TableDefinition) => Pattern
  /** Where to continue: the content of a cursor. */
  readonly start: WireItem | undefined
  /** What cursors of this read are valid for. */
  readonly scope: CursorScope
  readonly limit: number | undefined
  /** The attributes by which items are sorted, and in which direction. */
  readonly sort: readonly string[]
  readonly forward: boolean
  /** The attributes that identify an item's position in the table or index being read. */
  readonly position: readonly string[]
}

/** What planning a spread read needs. */
export interface SpreadContext extends ReadContext {
  readonly random: Random
}

/** Plans a read of shards, replicas or periods; returns `undefined` for a pattern without any. */
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
  // A cursor does not depend on which replica is read, nor on which period is the last.
  const first = planIn(table, 1)
  const scope = {
    pattern: name,
    request: [first.scope.request, choice?.count, JSON.stringify(args, portable)],
  }
  const start = page.cursor == null ? undefined : decodeCursor(page.cursor, scope)
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

/**
 * Returns the spread of which a read has to choose parts; `undefined` when its arguments determine one, or there is
 * none.
 */
function choiceOf(pattern: Pattern, key: EntityKey | undefined, args: Values): Spread | undefined {
  const spread = key?.spread
  if (spread === undefined || getOwn(args, spread.slot) !== undefined) return undefined
  const isKnown = spread.of.length > 0 && spread.of.every((name) => isValue(getOwn(args, name)))
  return isKnown && isCommon(pattern, ({ key: own }) => own.spread?.of ?? []) ? undefined : spread
}

/**
 * Whether the same values determine the place in all members of a pattern: those of a collection may use different
 * attributes.
 */
function isCommon(pattern: Pattern, names: (reader: MemberReader) => readonly string[]): boolean {
  if (pattern.kind !== 'collect') return true
  // Values of the partition may have different names in each member; all other values have the same name.
  const placeOf = ({ slots }: MemberReader, name: string) =>
    slots.includes(name) ? slots.indexOf(name) : name
  const places = pattern.readers.map((one) => names(one).map((name) => placeOf(one, name)))
  return new Set(places.map(String)).size === 1
}

/** Returns all shards, or any one replica, which stays the same on the following pages. */
function partsOf(choice: Spread | undefined, start: WireItem | undefined, random: Random): readonly number[] {
  if (choice?.slot !== 'replica') return choice === undefined ? [0] : spreadNumbers(choice)
  const before = Object.keys(start ?? {}).find((name) => name !== '')
  return [before === undefined ? drawNumber(choice, random) : Number.parseInt(before, 10)]
}

/**
 * Turns arguments that determine the place of items but are not in their keys (the source of a calculated shard, or the
 * date that selects tables) into a filter, so that nothing else is returned from there.
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

/** Returns the arguments that the key itself uses. */
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

/** Returns the tables of the requested periods, in the order in which they are read. */
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
    const message = `${table.name} has a table for each ${table.periods?.every}: say from when to read, with "${period}" or "since" in the table's periods`
    throw new ModelError('KEY', message, { attribute: period ?? '', template: '' })
  }
  // Without an upper bound, reading ends with the current period, or with the first one requested if that is later.
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
    // A prefix that ends within a day or a month covers the periods of the longest whole year, month or day that it
    // begins with.
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

/** Whether tables are read oldest first, in the direction of their items' dates. */
function readsOldestFirst(pattern: Pattern, period: string | undefined, forward: boolean): boolean {
  const slot = keyOf(pattern)
    ?.sk.flatMap(({ template }) => template.slots)
    .find(({ attribute }) => attribute === period)
  return forward === (slot?.order !== 'descending')
}
