import type { SeededRandom } from '../seeded-random.ts'
import type { Json, Outcome } from '../wire-call.ts'
import { type ClientPool, keyOf } from './client-pool.ts'
import { keepHistories, type Use } from './keep-histories.ts'

const table = 'Registers'

/** The value that an item holds; null when there is no item. */
type Register = number | null

/** Runs clients that use a few items concurrently in every possible way. */
export function useRegisters(pool: ClientPool, registers: number): Promise<void> {
  return keepHistories<Register>(pool, { count: registers, initial: null, generateUse })
}

function generateUse(random: SeededRandom, register: number): Use<Register> {
  const Key = keyOf(`register-${register}`)
  const value = random.below(4)
  const kind = random.below(5)
  if (kind === 0) return put(Key, value)
  if (kind === 1) return get(Key)
  if (kind === 2) return swap(Key, value, random.below(4))
  return kind === 3 ? increment(Key) : remove(Key)
}

function put(Key: Json, value: number): Use<Register> {
  return {
    label: `put ${value}`,
    operation: 'PutItem',
    input: { TableName: table, Item: { ...Key, ...content(value) }, ReturnValues: 'ALL_OLD' },
    apply: (state, outcome) => (isTold(outcome, 'Attributes', state) ? { next: value } : undefined),
  }
}

function get(Key: Json): Use<Register> {
  return {
    label: 'get',
    operation: 'GetItem',
    input: { TableName: table, Key, ConsistentRead: true },
    apply: (state, outcome) => (isTold(outcome, 'Item', state) ? { next: state } : undefined),
  }
}

function remove(Key: Json): Use<Register> {
  return {
    label: 'delete',
    operation: 'DeleteItem',
    input: { TableName: table, Key, ReturnValues: 'ALL_OLD' },
    apply: (state, outcome) => (isTold(outcome, 'Attributes', state) ? { next: null } : undefined),
  }
}

function increment(Key: Json): Use<Register> {
  return {
    label: 'increment',
    operation: 'UpdateItem',
    input: {
      TableName: table,
      Key,
      UpdateExpression: 'ADD held :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
      ReturnValues: 'ALL_NEW',
    },
    apply: (state, outcome) => {
      const next = (state ?? 0) + 1
      return isTold(outcome, 'Attributes', next) ? { next } : undefined
    },
  }
}

function swap(Key: Json, from: number, to: number): Use<Register> {
  return {
    label: `swap ${from} for ${to}`,
    operation: 'PutItem',
    input: {
      TableName: table,
      Item: { ...Key, ...content(to) },
      ConditionExpression: 'held = :from',
      ExpressionAttributeValues: { ':from': { N: String(from) } },
    },
    apply: (state, outcome) => {
      if (outcome === 'unknown') return { next: state === from ? to : state }
      const isDone = outcome.error === undefined
      if (isDone !== (state === from)) return undefined
      return { next: isDone ? to : state }
    },
  }
}

function content(value: number): Json {
  return { held: { N: String(value) }, gp: { S: `value-${value}` }, ls: { S: `value-${value}` } }
}

/** Whether an answer shows this state; an unknown outcome is compatible with any. */
function isTold(outcome: Outcome | 'unknown', member: string, state: Register): boolean {
  if (outcome === 'unknown') return true
  const item = outcome.answer?.[member] as { held?: { N: string } } | undefined
  return (item?.held === undefined ? null : Number(item.held.N)) === state
}
