import type { SeededRandom } from '../seeded-random.ts'
import type { Json } from '../wire-call.ts'
import { type ClientPool, keyOf } from './client-pool.ts'
import { keepHistories, type Use } from './keep-histories.ts'

const table = 'Registers'
const members = [0, 1, 2]

/** What the items of a group hold; nothing where there is none. */
type Group = readonly (number | null)[]

/** Clients use groups of items by transactions only, each a call on its group as a whole. */
export function useTransactions(pool: ClientPool, groups: number): Promise<void> {
  return keepHistories<Group>(pool, { count: groups, initial: members.map(() => null), generateUse })
}

function generateUse(random: SeededRandom, group: number): Use<Group> {
  const keys = members.map((member) => keyOf(`group-${group}`, `${member}`))
  const kind = random.below(3)
  if (kind === 0) return readAll(keys)
  const [checked, ...changed] = random.shuffle(members) as [number, ...number[]]
  const value = random.below(4)
  return kind === 1
    ? putTwo(keys, changed, value)
    : putIf(keys, { checked, changed, from: random.below(4), value })
}

function readAll(keys: readonly Json[]): Use<Group> {
  return {
    label: 'read',
    operation: 'TransactGetItems',
    input: { TransactItems: keys.map((Key) => ({ Get: { TableName: table, Key } })) },
    apply: (group, outcome) => {
      if (outcome === 'unknown') return { next: group }
      const responses = outcome.answer?.['Responses'] as { Item?: { held: { N: string } } }[] | undefined
      const seen = responses?.map(({ Item }) => (Item === undefined ? null : Number(Item.held.N)))
      return JSON.stringify(seen) === JSON.stringify(group) ? { next: group } : undefined
    },
  }
}

function putTwo(keys: readonly Json[], changed: readonly number[], value: number): Use<Group> {
  return {
    label: `put ${value} into ${changed}`,
    operation: 'TransactWriteItems',
    input: { TransactItems: changed.map((member) => ({ Put: putOf(keys[member] as Json, value) })) },
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

function putIf(keys: readonly Json[], { checked, changed, from, value }: Conditional): Use<Group> {
  const check = {
    TableName: table,
    Key: keys[checked],
    ConditionExpression: 'held = :from',
    ExpressionAttributeValues: { ':from': { N: String(from) } },
  }
  const puts = changed.map((member) => ({ Put: putOf(keys[member] as Json, value) }))
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

function putOf(Key: Json, value: number): Json {
  return { TableName: table, Item: { ...Key, held: { N: String(value) }, gp: { S: `value-${value}` } } }
}

function withValue(group: Group, changed: readonly number[], value: number): Group {
  return group.map((held, member) => (changed.includes(member) ? value : held))
}
