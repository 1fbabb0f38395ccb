import type { SeededRandom } from '../seeded-random.ts'
import type { Json } from '../wire-call.ts'
import { type ClientPool, keyOf } from './client-pool.ts'
import { keepHistories, type Use } from './keep-histories.ts'

/** The values that the items of a group hold; null where there is no item. */
type Group = readonly (number | null)[]

/** The table and the key of an item. */
interface Place {
  readonly TableName: string
  readonly Key: Json
}

/**
 * Runs clients that use groups of items by transactions only, where each transaction is a call on the group as a whole.
 * A group has an item in each of the tables.
 */
export function useTransactions(pool: ClientPool, groups: number, tables = threeTimes): Promise<void> {
  const initial = tables.map(() => null)
  const generateUse = (random: SeededRandom, group: number) =>
    useOf(
      tables.map((TableName, member) => ({ TableName, Key: keyOf(`group-${group}`, `${member}`) })),
      random,
    )
  return keepHistories<Group>(pool, { count: groups, initial, generateUse })
}

const threeTimes: readonly string[] = ['Registers', 'Registers', 'Registers']

function useOf(places: readonly Place[], random: SeededRandom): Use<Group> {
  const kind = random.below(4)
  if (kind === 0) return readAll(places)
  if (kind === 1) return lookAtAll(places)
  const [checked, ...changed] = random.shuffle([...places.keys()]) as [number, ...number[]]
  const value = random.below(4)
  return kind === 2
    ? putMany(places, changed, value)
    : putIf(places, { checked, changed, from: random.below(4), value })
}

type Held = { readonly Item?: { readonly held: { readonly N: string } } }

function isSeen(group: Group, seen: readonly Held[] | undefined): boolean {
  const values = seen?.map(({ Item }) => (Item === undefined ? null : Number(Item.held.N)))
  return JSON.stringify(values) === JSON.stringify(group)
}

function readAll(places: readonly Place[]): Use<Group> {
  return {
    label: 'read',
    operation: 'TransactGetItems',
    input: { TransactItems: places.map((place) => ({ Get: place })) },
    apply: (group, outcome) => {
      if (outcome === 'unknown') return { next: group }
      return isSeen(group, outcome.answer?.['Responses'] as Held[]) ? { next: group } : undefined
    },
  }
}

/** Reads all items by conditions that never hold: the refusal contains the current items. */
function lookAtAll(places: readonly Place[]): Use<Group> {
  const ConditionExpression = 'attribute_exists(pk) AND attribute_not_exists(pk)'
  const never = { ConditionExpression, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
  return {
    label: 'look',
    operation: 'TransactWriteItems',
    input: { TransactItems: places.map((place) => ({ ConditionCheck: { ...place, ...never } })) },
    apply: (group, outcome) => {
      if (outcome === 'unknown') return { next: group }
      if (outcome.error === undefined) return undefined
      return isSeen(group, outcome.fields['CancellationReasons'] as Held[]) ? { next: group } : undefined
    },
  }
}

function putMany(places: readonly Place[], changed: readonly number[], value: number): Use<Group> {
  return {
    label: `put ${value} into ${changed}`,
    operation: 'TransactWriteItems',
    input: { TransactItems: changed.map((member) => ({ Put: putOf(places[member] as Place, value) })) },
    apply: (group, outcome) => {
      const isDone = outcome === 'unknown' || outcome.error === undefined
      return isDone ? { next: withValue(group, changed, value) } : undefined
    },
  }
}

interface Conditional {
  readonly checked: number
  readonly changed: readonly number[]
  readonly from: number
  readonly value: number
}

function putIf(places: readonly Place[], { checked, changed, from, value }: Conditional): Use<Group> {
  const check = {
    ...places[checked],
    ConditionExpression: 'held = :from',
    ExpressionAttributeValues: { ':from': { N: String(from) } },
  }
  const puts = changed.map((member) => ({ Put: putOf(places[member] as Place, value) }))
  return {
    label: `put ${value} into ${changed} if ${checked} is ${from}`,
    operation: 'TransactWriteItems',
    input: { TransactItems: [{ ConditionCheck: check }, ...puts] },
    apply: (group, outcome) => {
      const isMet = group[checked] === from
      const next = isMet ? withValue(group, changed, value) : group
      if (outcome === 'unknown') return { next }
      return isMet === (outcome.error === undefined) ? { next } : undefined
    },
  }
}

function putOf({ TableName, Key }: Place, value: number): Json {
  return { TableName, Item: { ...Key, held: { N: String(value) }, gp: { S: `value-${value}` } } }
}

function withValue(group: Group, changed: readonly number[], value: number): Group {
  return group.map((held, member) => (changed.includes(member) ? value : held))
}
