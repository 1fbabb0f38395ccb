import {
  type AttributeType,
  type AttributeValue,
  attributeTypeOf,
  canonicalizeNumber,
} from '@monotable/protocol'

/** All types, in the order in which they are offered. */
export const attributeTypes: readonly AttributeType[] = [
  'S',
  'N',
  'BOOL',
  'NULL',
  'M',
  'L',
  'SS',
  'NS',
  'B',
  'BS',
]

/** The names of the types. */
export const typeTitles: { readonly [Type in AttributeType]: string } = {
  S: 'string',
  N: 'number',
  B: 'binary',
  BOOL: 'boolean',
  NULL: 'null',
  SS: 'string set',
  NS: 'number set',
  BS: 'binary set',
  L: 'list',
  M: 'map',
}

/** Converts a value to another type, and keeps as much of its content as that type can hold. */
export function convertValue(value: AttributeValue, type: AttributeType): AttributeValue {
  if (attributeTypeOf(value) === type) return value
  const texts = textsOf(value)
  switch (type) {
    case 'S':
      return { S: texts.join(', ') }
    case 'N':
      return { N: numbersIn(texts)[0] ?? '0' }
    case 'BOOL':
      return { BOOL: texts[0] === 'true' || texts[0] === '1' }
    case 'NULL':
      return { NULL: true }
    case 'SS':
      return { SS: unique(texts.length === 0 ? [''] : texts) }
    case 'NS':
      return { NS: unique(numbersIn(texts).length === 0 ? ['0'] : numbersIn(texts)) }
    case 'B':
      return { B: 'B' in value ? value.B : 'BS' in value ? (value.BS[0] ?? '') : '' }
    case 'BS':
      return { BS: ['B' in value ? value.B : ''] }
    case 'L':
      return { L: elementsOf(value) }
    case 'M':
      return { M: {} }
  }
}

function textsOf(value: AttributeValue): readonly string[] {
  if ('S' in value) return value.S === '' ? [] : [value.S]
  if ('N' in value) return [value.N]
  if ('BOOL' in value) return [String(value.BOOL)]
  if ('SS' in value) return value.SS
  if ('NS' in value) return value.NS
  if ('L' in value)
    return value.L.flatMap((element) => ('L' in element || 'M' in element ? [] : textsOf(element)))
  return []
}

function elementsOf(value: AttributeValue): readonly AttributeValue[] {
  if ('SS' in value) return value.SS.map((S) => ({ S }))
  if ('NS' in value) return value.NS.map((N) => ({ N }))
  if ('BS' in value) return value.BS.map((B) => ({ B }))
  return 'NULL' in value ? [] : [value]
}

function numbersIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    try {
      return [canonicalizeNumber(text.trim())]
    } catch {
      return []
    }
  })
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
