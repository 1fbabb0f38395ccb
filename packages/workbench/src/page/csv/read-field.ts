import { type AttributeValue, getOwn } from '@monotable/protocol'
import { parsePlainJson } from '../item/parse-plain-json.ts'
import { parseWireItem } from '../item/parse-wire-item.ts'
import { validateBase64, validateNumber } from '../item/validate-text.ts'
import { type CsvType, unguardFormula } from './csv-header.ts'

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Converts a field to a value; throws what is wrong with it. */
export function readField(text: string, type: CsvType): AttributeValue {
  switch (type) {
    case 'S':
      return { S: unguardFormula(text) }
    case 'N':
      return { N: accepted(validateNumber(text)) }
    case 'B':
      return { B: accepted(validateBase64(unguardFormula(text))) }
    case 'BOOL':
      return { BOOL: readBoolean(text) }
    case 'NULL':
      if (text.toLowerCase() === 'null') return { NULL: true }
      throw new SyntaxError(`${shortly(text)} is not null.`)
    case 'JSON':
      return canonical(parsePlainJson(text))
    case 'ANY':
      return wireValue(text)
    case 'NS':
      return wireValue(`{"NS":${JSON.stringify(numbersOf(text))}}`)
    default:
      return wireValue(`{${JSON.stringify(type)}:${text}}`)
  }
}

/** Guesses the type of a column from all its fields: text if they do not agree. */
export function guessType(texts: readonly string[]): CsvType {
  if (texts.length === 0) return 'S'
  const [first = 'S', ...others] = new Set(texts.map(looksLike))
  return others.length === 0 ? first : 'S'
}

/** Guesses the type of a single field. A number with a leading zero is more likely a code, and stays text. */
export function looksLike(text: string): CsvType {
  if (plainNumber.test(text)) return 'text' in validateNumber(text) ? 'N' : 'S'
  if (/^(?:true|false)$/i.test(text)) return 'BOOL'
  if (/^null$/i.test(text)) return 'NULL'
  if (!/^[[{]/.test(text)) return 'S'
  try {
    JSON.parse(text)
    return 'JSON'
  } catch {
    return 'S'
  }
}

function accepted(validated: { readonly text: string } | { readonly problem: string }): string {
  if ('problem' in validated) throw new SyntaxError(validated.problem)
  return validated.text
}

function readBoolean(text: string): boolean {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  throw new SyntaxError(`${shortly(text)} is neither true nor false.`)
}

/** Returns the members of a set of numbers, which may be written as numbers or as texts. */
function numbersOf(text: string): readonly string[] {
  const value = parsePlainJson(text)
  if (!('L' in value)) throw new SyntaxError('Write a set as a JSON list.')
  return value.L.map((member) => {
    if ('N' in member) return member.N
    if ('S' in member) return member.S
    throw new SyntaxError('A number set must hold only numbers.')
  })
}

/** Parses a value in DynamoDB JSON. */
function wireValue(text: string): AttributeValue {
  const value = getOwn(parseWireItem(`{"value":${text}}`), 'value')
  if (value === undefined) throw new SyntaxError(`${shortly(text)} is not a value.`)
  return value
}

function canonical(value: AttributeValue): AttributeValue {
  return wireValue(JSON.stringify(value))
}

function shortly(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
