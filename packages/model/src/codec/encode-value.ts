import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { setOwn } from '../util/own-property.ts'
import { type FormNode, formAt, noForms } from './stored-form.ts'

/** DynamoDB's own limit of nesting. */
const depthLimit = 32

/**
 * Turns a value of the application into one of DynamoDB, by what it is: text, number, bigint, boolean, null, Date,
 * Uint8Array, Set, array, plain object. `undefined` and an empty Set give nothing.
 */
export function encodeValue(value: unknown, forms: FormNode = noForms, path = ''): WireValue | undefined {
  return encodeAt(value, { forms, path, depth: 0 })
}

/** Turns an object of the application into an item. */
export function encodeItem(item: object, forms: FormNode = noForms): { [attribute: string]: WireValue } {
  return encodeMembers(item, { forms, path: '', depth: 0 })
}

interface Place {
  readonly forms: FormNode
  readonly path: string
  readonly depth: number
}

function encodeAt(value: unknown, place: Place): WireValue | undefined {
  switch (typeof value) {
    case 'undefined':
      return undefined
    case 'string':
      return place.forms.form === 'decimal' ? { N: value } : { S: value }
    case 'number':
      if (!Number.isFinite(value)) throw valueError(place, `${value} cannot be stored`)
      return { N: String(value) }
    case 'bigint':
      return { N: String(value) }
    case 'boolean':
      return { BOOL: value }
    case 'object':
      return value === null ? { NULL: true } : encodeObject(value, place)
    default:
      throw valueError(place, `a ${typeof value} cannot be stored`)
  }
}

function encodeObject(value: object, place: Place): WireValue | undefined {
  if (place.depth >= depthLimit) throw valueError(place, `is nested deeper than ${depthLimit} levels`)
  if (value instanceof Date) return encodeDate(value, place)
  if (value instanceof Uint8Array) return { B: value }
  if (value instanceof Set) return encodeSet(value, place)
  if (Array.isArray(value)) return { L: value.map((element, at) => encodeElement(element, at, place)) }
  const prototype = Object.getPrototypeOf(value) as object | null
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw valueError(
      place,
      `an instance of ${value.constructor?.name} cannot be stored; make it a plain object`,
    )
  }
  return { M: encodeMembers(value, { ...place, depth: place.depth + 1 }) }
}

function encodeMembers(value: object, place: Place): { [attribute: string]: WireValue } {
  const { forms, path, depth } = place
  const members: { [attribute: string]: WireValue } = {}
  for (const name of Object.keys(value)) {
    const member = (value as WireItem)[name] as unknown
    const at = { forms: formAt(forms, name), path: path === '' ? name : `${path}.${name}`, depth }
    const encoded = encodeAt(member, at)
    if (encoded !== undefined) setOwn(members, name, encoded)
  }
  return members
}

function encodeElement(element: unknown, at: number, place: Place): WireValue {
  const inner = { forms: formAt(place.forms, at), path: `${place.path}[${at}]`, depth: place.depth + 1 }
  const encoded = encodeAt(element, inner)
  if (encoded === undefined) throw valueError(inner, 'a list cannot hold undefined or an empty Set')
  return encoded
}

function encodeDate(value: Date, place: Place): WireValue {
  const time = value.getTime()
  if (Number.isNaN(time)) throw valueError(place, 'an invalid Date cannot be stored')
  if (place.forms.form === 'epoch') return { N: String(Math.floor(time / 1000)) }
  return place.forms.form === 'epochMs' ? { N: String(time) } : { S: value.toISOString() }
}

function encodeSet(value: ReadonlySet<unknown>, place: Place): WireValue | undefined {
  const elements = [...value]
  const [first] = elements
  if (first === undefined) return undefined
  if (elements.every((element) => typeof element === 'string')) return { SS: elements }
  if (elements.every((element) => typeof element === 'bigint' || Number.isFinite(element))) {
    return { NS: elements.map(String) }
  }
  if (elements.every((element) => element instanceof Uint8Array)) return { BS: elements }
  throw valueError(place, 'a Set holds only texts, only numbers or only Uint8Arrays')
}

function valueError({ path }: Place, what: string): ModelError<'VALUE'> {
  return new ModelError('VALUE', path === '' ? what : `${path}: ${what}`, { path })
}
