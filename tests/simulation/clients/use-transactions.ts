import { expect } from 'vitest'
import { type Call, isLinearizable } from '../linearizability.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Json, Outcome } from '../wire-call.ts'
import { type ClientPool, keyOf, runClients, tryCall } from './client-pool.ts'

const table = 'Registers'
const members = [0, 1, 2]

/** What the items of a group hold; nothing where there is none. */
type Group = readonly (number | null)[]

interface Use {
  readonly label: string
  readonly operation: string
  readonly input: Json
  /** What a group becomes, given how the call went; `undefined` when it cannot have gone so. */
  readonly apply: (group: Group, outcome: Outcome | 'unknown') => { readonly next: Group } | undefined
}

/**
 * Clients use groups of items by transactions only; the history of each group must be one that could have been one
 * transaction after the other, in the order in which they were seen to end.
 */
export async function useTransactions(pool: ClientPool, groups: number): Promise<void> {
  const histories = Array.from({ length: groups }, (): Call<Group>[] => [])
  let moment = 0
  await runClients(pool, async ({ random }) => {
    const group = random.below(groups)
    const use = generateUse(random, group)
    const began = moment++
    const outcome = await tryCall(pool.db, use.operation, use.input)
    const isUnknown = outcome.error === 'InternalServerError'
    histories[group]?.push({
      label: `${use.label} ${JSON.stringify(outcome.answer ?? outcome.error)}`,
      began,
      ended: isUnknown ? Infinity : moment++,
      apply: (state) => use.apply(state, isUnknown ? 'unknown' : outcome),
    })
  })
  for (const history of histories) {
    const told = history.map(({ label, began, ended }) => `${began}-${ended} ${label}`).join('\n')
    expect(isLinearizable(history, [null, null, null]), told).toBe(true)
  }
}

function generateUse(random: SeededRandom, group: number): Use {
  const keys = members.map((member) => keyOf(`group-${group}`, `${member}`))
  const kind = random.below(3)
  if (kind === 0) return readAll(keys)
  const [checked, ...changed] = random.shuffle(members) as [number, ...number[]]
  const value = random.below(4)
  return kind === 1
    ? putTwo(keys, changed, value)
    : putIf(keys, { checked, changed, from: random.below(4), value })
}

function readAll(keys: readonly Json[]): Use {
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

function putTwo(keys: readonly Json[], changed: readonly number[], value: number): Use {
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

function putIf(keys: readonly Json[], { checked, changed, from, value }: Conditional): Use {
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
