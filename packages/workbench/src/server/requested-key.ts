import { getOwn } from '@monotable/protocol'
import type { KeyModel, TableModel } from '../shared/api.ts'

/** The key that a request asks for, as far as it can be recognized. Values are formatted for people. */
export interface RequestedKey {
  /** By attribute name. */
  readonly partition: ReadonlyMap<string, string>
  readonly sort: SortCondition | undefined
}

/** The condition on the sort key: a value, a prefix, or a range that starts at a value. */
export interface SortCondition {
  readonly attribute: string
  readonly operator: '=' | 'begins' | 'range'
  readonly value: string
}

type Members = { readonly [name: string]: unknown }

const byKey: ReadonlySet<string> = new Set(['GetItem', 'UpdateItem', 'DeleteItem'])
/** Longer expressions are not parsed beyond this. */
const maxExpression = 2_000

/** Returns the key that a request asks for; `undefined` if there is none, or several. */
export function requestedKey(operation: string, input: unknown, model: TableModel): RequestedKey | undefined {
  if (!isMembers(input)) return undefined
  if (byKey.has(operation)) return keyIn(input['Key'], model.key)
  if (operation === 'PutItem') return keyIn(input['Item'], model.key)
  return operation === 'Query' ? queriedKey(input, model) : undefined
}

function keyIn(item: unknown, { pk, sk }: KeyModel): RequestedKey | undefined {
  if (!isMembers(item)) return undefined
  const partition = new Map<string, string>()
  for (const { name } of pk) {
    const text = scalarOf(getOwn(item, name))
    if (text === undefined) return undefined
    partition.set(name, text)
  }
  const [sortAttribute] = sk
  const value = sortAttribute && scalarOf(getOwn(item, sortAttribute.name))
  const sort =
    sortAttribute === undefined || value === undefined
      ? undefined
      : ({ attribute: sortAttribute.name, operator: '=', value } as const)
  return { partition, sort }
}

function queriedKey(input: Members, model: TableModel): RequestedKey | undefined {
  const { IndexName: index, KeyConditionExpression: expression } = input
  const key = index === undefined ? model.key : model.indexes.find(({ name }) => name === index)
  if (key === undefined || typeof expression !== 'string') return undefined
  const conditions = readConditions(expression.slice(0, maxExpression), input)
  const partition = new Map<string, string>()
  for (const { name } of key.pk) {
    const found = conditions.find(({ attribute, operator }) => attribute === name && operator === '=')
    if (found === undefined) return undefined
    partition.set(name, found.value)
  }
  const sort = conditions.find(({ attribute }) => key.sk.some(({ name }) => name === attribute))
  return { partition, sort }
}

/** Returns the conditions of an expression that compare an attribute with a value. */
function readConditions(expression: string, input: Members): SortCondition[] {
  const nameOf = (text: string) =>
    text.startsWith('#') ? textIn(input['ExpressionAttributeNames'], text) : text
  const readValue = (text: string) => {
    const values = input['ExpressionAttributeValues']
    return isMembers(values) ? scalarOf(getOwn(values, text)) : undefined
  }
  const conditions: SortCondition[] = []
  const add = (operator: SortCondition['operator'], name: string, placeholder: string) => {
    const attribute = nameOf(name)
    const value = readValue(placeholder)
    if (attribute !== undefined && value !== undefined) conditions.push({ attribute, operator, value })
  }
  for (const [, name = '', value = ''] of expression.matchAll(
    /begins_with\s*\(\s*([#\w.-]+)\s*,\s*(:\w+)/gi,
  )) {
    add('begins', name, value)
  }
  for (const [, name = '', value = ''] of expression.matchAll(/(?<![#\w.-])([#\w.-]+)\s+between\s+(:\w+)/gi))
    add('range', name, value)
  for (const [, name = '', sign, value = ''] of expression.matchAll(
    /(?<![#\w.-])([#\w.-]+)\s*(<=|>=|=|<|>)\s*(:\w+)/g,
  )) {
    add(sign === '=' ? '=' : 'range', name, value)
  }
  return conditions
}

/** Formats a key value for people; `undefined` if it is not a scalar. */
export function scalarOf(value: unknown): string | undefined {
  if (!isMembers(value)) return undefined
  const { S, N, B } = value
  if (typeof S === 'string' || typeof N === 'string') return (S ?? N) as string
  if (B instanceof Uint8Array) return Buffer.from(B.subarray(0, 100)).toString('base64')
  return typeof B === 'string' ? B : undefined
}

function textIn(names: unknown, name: string): string | undefined {
  const text = isMembers(names) ? getOwn(names, name) : undefined
  return typeof text === 'string' ? text : undefined
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}
