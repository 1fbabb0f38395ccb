import { type ModelError, valueError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { setOwn } from '../util/own-property.ts'
import { type FormNode, formAt, noForms } from './stored-form.ts'

/** Turns a value of DynamoDB into one of the application. */
export function decodeValue(value: WireValue, forms: FormNode = noForms, path = ''): unknown {
  try {
    return decode(value, forms)
  } catch (error) {
    throw error === inexact ? inexactNumber(findInexact(value, forms, path)) : error
  }
}

/** What of an item is decoded. */
export interface DecodeOptions {
  /** Attributes that are not the application's. */
  readonly hidden: ReadonlySet<string>
  /** Whether the item is all of it, so that a set that is not in it is an empty one. */
  readonly whole: boolean
}

/** Turns an item into an object of the application. */
export function decodeItem(item: WireItem, forms: FormNode, { hidden, whole }: DecodeOptions): object {
  let decoded: Decoded
  try {
    decoded = decodeMembers(item, forms, hidden)
  } catch (error) {
    throw error === inexact ? inexactNumber(findInexact({ M: item }, forms, '')) : error
  }
  if (!whole || forms.members.size === 0) return decoded
  for (const [name, { form }] of forms.members) {
    if (form === 'set' && !Object.hasOwn(decoded, name)) setOwn(decoded, name, new Set())
  }
  return decoded
}

type Decoded = { [attribute: string]: unknown }

/** A value as it is, whichever type it has: to look whether a member is there costs more than to read it. */
type AnyWire = {
  readonly S?: string
  readonly N?: string
  readonly BOOL?: boolean
  readonly NULL?: true
  readonly M?: WireItem
  readonly L?: readonly WireValue[]
  readonly SS?: readonly string[]
  readonly NS?: readonly string[]
  readonly B?: Uint8Array
  readonly BS?: readonly Uint8Array[]
}

/** Thrown on the way out of a number with too many digits: where it is, is found out only then. */
const inexact = new Error('A number has more digits than JavaScript can hold')

function decode(wire: WireValue, forms: FormNode): unknown {
  const value = wire as AnyWire
  if (value.S !== undefined) return forms.form === 'date' ? new Date(value.S) : value.S
  if (value.N !== undefined) return decodeNumber(value.N, forms)
  if (value.BOOL !== undefined) return value.BOOL
  if (value.M !== undefined) return decodeMembers(value.M, forms)
  if (value.L !== undefined) return value.L.map((element, at) => decode(element, formAt(forms, at)))
  if (value.NULL !== undefined) return null
  if (value.SS !== undefined) return new Set(value.SS)
  if (value.NS !== undefined) return new Set(value.NS.map((element) => decodeNumber(element, forms)))
  return value.B ?? new Set(value.BS)
}

function decodeMembers(members: WireItem, forms: FormNode, hidden?: ReadonlySet<string>): Decoded {
  const decoded: Decoded = {}
  for (const name of Object.keys(members)) {
    if (hidden?.has(name) !== true)
      setOwn(decoded, name, decode(members[name] as WireValue, formAt(forms, name)))
  }
  return decoded
}

function decodeNumber(text: string, { form }: FormNode): unknown {
  switch (form) {
    case undefined:
      return exactNumber(text)
    case 'bigint':
      return BigInt(text)
    case 'decimal':
      return text
    case 'epoch':
      return new Date(Number(text) * 1000)
    case 'epochMs':
      return new Date(Number(text))
    default:
      return exactNumber(text)
  }
}

function exactNumber(text: string): number {
  const number = Number(text)
  if (!isExact(text, number)) throw inexact
  return number
}

/** Up to 15 digits survive; beyond, only what comes back as it was does. */
function isExact(text: string, number: number): boolean {
  return (
    text.length <= 15 || Number.isSafeInteger(number) || significant(text) === significant(String(number))
  )
}

function significant(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '')
}

interface FoundNumber {
  readonly path: string
  readonly text: string
}

/** Where the first number is that has too many digits. */
function findInexact(value: WireValue, forms: FormNode, path: string): FoundNumber | undefined {
  const { N, NS, L, M } = value as AnyWire
  const members = L === undefined ? Object.entries(M ?? {}) : [...L.entries()]
  for (const [step, member] of members) {
    const name = path === '' ? `${step}` : `${path}.${step}`
    const at = typeof step === 'number' ? `${path}[${step}]` : name
    const found = findInexact(member, formAt(forms, step), at)
    if (found !== undefined) return found
  }
  const isPlain = forms.form === undefined || forms.form === 'set'
  const text = (NS ?? (N === undefined ? [] : [N])).find((one) => isPlain && !isExact(one, Number(one)))
  return text === undefined ? undefined : { path, text }
}

function inexactNumber({ path, text }: FoundNumber = { path: '', text: '' }): ModelError<'VALUE'> {
  const hint = `declare it as stored: { '${path}': 'decimal' } or 'bigint'`
  const message = `${path}: ${text} has more digits than a JavaScript number; ${hint}`
  return valueError(message, path)
}
