import { type ModelError, valueError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { setOwn } from '../util/own-property.ts'
import { isExact, tooManyDigits } from './decode-value.ts'
import { type FormNode, formAt, joinPath, noForms } from './stored-form.ts'

/** DynamoDB's own limit on nesting. */
const depthLimit = 32

/**
 * Converts a value of the application to one of DynamoDB, by its type: text, number, bigint, boolean, null, Date,
 * Uint8Array, Set, array, plain object. `undefined` and an empty Set give `undefined`.
 */
export function encodeValue(value: unknown, forms: FormNode = noForms, path = ''): WireValue | undefined {
  return encodeAt(value, forms, outermost, path)
}

/** Converts an object of the application to an item. */
export function encodeItem(item: object, forms: FormNode = noForms): { [attribute: string]: WireValue } {
  return encodeMembers(item, forms, outermost)
}

/** The map or list that contains a value. The path of a value is put together only for an error. */
interface Place {
  readonly parent: Place | undefined
  readonly step: string | number
  readonly depth: number
}

const outermost: Place = { parent: undefined, step: '', depth: 0 }

function encodeAt(
  value: unknown,
  forms: FormNode,
  place: Place,
  step: string | number,
): WireValue | undefined {
  if (forms.own) return forms.own.write(value)
  switch (typeof value) {
    case 'undefined':
      return undefined
    case 'string':
      return forms.form === 'decimal' ? { N: value } : { S: value }
    case 'number':
      if (!Number.isFinite(value)) throw errorAt(place, step, `${value} cannot be stored`)
      return { N: String(value) }
    case 'bigint':
      // A number that could not be read back is not written.
      if (!forms.form && !isExact(String(value))) throw errorAt(place, step, `${value} ${tooManyDigits}`)
      return { N: String(value) }
    case 'boolean':
      return { BOOL: value }
    case 'object':
      return value === null
        ? { NULL: true }
        : encodeObject(value, forms, { parent: place, step, depth: place.depth + 1 })
    default:
      throw errorAt(place, step, `a ${typeof value} cannot be stored`)
  }
}

function encodeObject(value: object, forms: FormNode, place: Place): WireValue | undefined {
  const fail = (what: string) => errorAt(place.parent, place.step, what)
  if (place.depth > depthLimit) throw fail(`is nested deeper than ${depthLimit} levels`)
  if (value instanceof Date) return encodeDate(value, forms, fail)
  if (value instanceof Uint8Array) return { B: value }
  if (value instanceof Set) return encodeSet(value, forms, place, fail)
  if (Array.isArray(value)) return { L: encodeElements(value, forms, place) }
  const prototype = Object.getPrototypeOf(value) as object | null
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw fail(`an instance of ${value.constructor?.name} cannot be stored; make it a plain object`)
  }
  return { M: encodeMembers(value, forms, place) }
}

function encodeMembers(value: object, forms: FormNode, place: Place): { [attribute: string]: WireValue } {
  const members: { [attribute: string]: WireValue } = {}
  for (const name of Object.keys(value)) {
    const encoded = encodeAt((value as WireItem)[name] as unknown, formAt(forms, name), place, name)
    if (encoded !== undefined) setOwn(members, forms.names?.nameToStore(name) ?? name, encoded)
  }
  return members
}

function encodeElements(elements: readonly unknown[], forms: FormNode, place: Place): WireValue[] {
  const list: WireValue[] = []
  // Not `map`, which skips the holes of an array.
  for (let at = 0; at < elements.length; at++) {
    const encoded = encodeAt(elements[at], formAt(forms, at), place, at)
    if (encoded === undefined) throw errorAt(place, at, 'a list cannot hold undefined or an empty Set')
    list.push(encoded)
  }
  return list
}

type Fail = (what: string) => ModelError<'VALUE'>

function encodeDate(value: Date, { form }: FormNode, fail: Fail): WireValue {
  const time = value.getTime()
  if (Number.isNaN(time)) throw fail('an invalid Date cannot be stored')
  if (form === 'epoch') return { N: String(Math.floor(time / 1000)) }
  return form === 'epochMs' ? { N: String(time) } : { S: value.toISOString() }
}

function encodeSet(
  value: ReadonlySet<unknown>,
  forms: FormNode,
  { parent = outermost, step }: Place,
  fail: Fail,
): WireValue | undefined {
  const elements = [...value]
  if (forms.each?.own) throw fail('members of a Set cannot have a form of their own')
  if (elements.length === 0) return undefined
  if (elements.every((element) => typeof element === 'string')) return { SS: elements }
  if (elements.every((element) => typeof element === 'bigint' || Number.isFinite(element))) {
    return { NS: elements.map((one) => (encodeAt(one, forms, parent, step) as { N: string }).N) }
  }
  if (elements.every((element) => element instanceof Uint8Array)) return { BS: elements }
  throw fail('a Set holds only texts, only numbers or only Uint8Arrays')
}

function errorAt(place: Place | undefined, step: string | number, what: string): ModelError<'VALUE'> {
  const path = pathOf(place, step)
  return valueError(path === '' ? what : `${path}: ${what}`, path)
}

function pathOf(place: Place | undefined, step: string | number): string {
  return joinPath(place === undefined ? '' : pathOf(place.parent, place.step), step)
}
