import type { Operand } from './operand.ts'

/** The texts of values, by type. Canonical values of these types are equal exactly if their texts are. */
export interface ScalarTexts {
  readonly S: ReadonlySet<string>
  readonly N: ReadonlySet<string>
  readonly B: ReadonlySet<string>
}

/** Up to this many, comparing one after the other is just as fast. */
const MANY = 8

/** Returns the texts of operands, if there are many and all are strings, numbers or binaries of the request. */
export function scalarTextsOf(operands: readonly Operand[]): ScalarTexts | undefined {
  if (operands.length < MANY) return undefined
  const texts = { S: new Set<string>(), N: new Set<string>(), B: new Set<string>() }
  for (const operand of operands) {
    if (operand.kind !== 'value') return undefined
    const { value } = operand
    if ('S' in value) texts.S.add(value.S)
    else if ('N' in value) texts.N.add(value.N)
    else if ('B' in value) texts.B.add(value.B)
    else return undefined
  }
  return texts
}
