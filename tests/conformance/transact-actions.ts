import type { Fields, Item } from './case.ts'
import { faulty, invalid } from './errors.ts'
import { N, S } from './values.ts'

/** Short constructors for transactions on the table `hash`. */
export const key = (pk: string): Item => ({ pk: S(pk) })

export const at = (pk: string): Fields => ({ TableName: '«hash»', Key: key(pk) })

export const put = (item: Item, extra: Fields = {}): Fields => ({
  Put: { TableName: '«hash»', Item: item, ...extra },
})

export const remove = (pk: string, extra: Fields = {}): Fields => ({ Delete: { ...at(pk), ...extra } })

export const update = (pk: string, expression: string, extra: Fields = {}): Fields => ({
  Update: { ...at(pk), UpdateExpression: expression, ...extra },
})

export const check = (pk: string, condition: string, extra: Fields = {}): Fields => ({
  ConditionCheck: { ...at(pk), ConditionExpression: condition, ...extra },
})

export const transact = (...actions: unknown[]): Fields => ({ TransactItems: actions })

/** The value `:n`. */
export const n = (value: number): Fields => ({ ExpressionAttributeValues: { ':n': N(value) } })

/** The items that these cases start with. */
export const given = {
  hash: [
    { pk: S('a'), n: N(1) },
    { pk: S('b'), n: N(2) },
  ],
}

/** The reason that refuses an action whose key does not match the schema. */
export const mismatch = faulty('The provided key element does not match the schema')

/** The error of a transaction that names an item twice. */
export const multiple = invalid('Transaction request cannot include multiple operations on one item')

/** A key of the wrong type. */
export const badKey = { TableName: '«hash»', Key: { pk: N(1) } }
