import type { Item, Value } from './case.ts'

/** Short constructors for attribute values in DynamoDB's JSON. Binary values are given as base64. */
export const S = (text: string): Value => ({ S: text })
export const N = (text: string | number): Value => ({ N: String(text) })
export const B = (base64: string): Value => ({ B: base64 })
export const BOOL = (truth: boolean): Value => ({ BOOL: truth })
export const NULL: Value = { NULL: true }
export const SS = (...members: string[]): Value => ({ SS: members })
export const NS = (...members: (string | number)[]): Value => ({ NS: members.map(String) })
export const BS = (...members: string[]): Value => ({ BS: members })
export const L = (...members: Value[]): Value => ({ L: members })
export const M = (members: Item): Value => ({ M: members })

/** The base64 of a text in UTF-8. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The base64 of bytes. */
export const bytes = (...octets: number[]): string => Buffer.from(octets).toString('base64')

/** Nested maps, `levels` deep, around a leaf. */
export function nested(levels: number, leaf: Value = S('leaf')): Value {
  let value = leaf
  for (let level = 0; level < levels; level++) value = M({ m: value })
  return value
}

/** The ten types, each with a value and, where there is one, another value of the same type that is not equal to it. */
export const samples: readonly { type: string; value: Value; other?: Value }[] = [
  { type: 'S', value: S('a'), other: S('b') },
  { type: 'N', value: N(1), other: N(2) },
  { type: 'B', value: B('YQ=='), other: B('Yg==') },
  { type: 'BOOL', value: BOOL(true), other: BOOL(false) },
  { type: 'NULL', value: NULL },
  { type: 'SS', value: SS('a', 'b'), other: SS('a', 'c') },
  { type: 'NS', value: NS(1, 2), other: NS(1, 3) },
  { type: 'BS', value: BS('YQ==', 'Yg=='), other: BS('YQ==', 'Yw==') },
  { type: 'L', value: L(S('a'), N(1)), other: L(N(1), S('a')) },
  { type: 'M', value: M({ x: S('a') }), other: M({ x: S('b') }) },
]

/** The value of a type in `samples`. */
export function sample(type: string): Value {
  const found = samples.find((entry) => entry.type === type)
  if (!found) throw new TypeError(`no sample of type ${type}`)
  return found.value
}
