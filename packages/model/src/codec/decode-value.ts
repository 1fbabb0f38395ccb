import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { setOwn } from '../util/own-property.ts'
import { type FormNode, formAt, noForms } from './stored-form.ts'

/** Turns a value of DynamoDB into one of the application. */
export function decodeValue(value: WireValue, forms: FormNode = noForms, path = ''): unknown {
  if ('S' in value) return forms.form === 'date' ? new Date(value.S) : value.S
  if ('N' in value) return decodeNumber(value.N, forms, path)
  if ('BOOL' in value) return value.BOOL
  if ('NULL' in value) return null
  if ('M' in value) return decodeMembers(value.M, forms, path)
  if ('L' in value)
    return value.L.map((element, at) => decodeValue(element, formAt(forms, at), `${path}[${at}]`))
  if ('SS' in value) return new Set(value.SS)
  if ('NS' in value) return new Set(value.NS.map((element) => decodeNumber(element, forms, path)))
  return 'B' in value ? value.B : new Set(value.BS)
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
  const decoded: { [attribute: string]: unknown } = {}
  for (const name of Object.keys(item)) {
    if (!hidden.has(name))
      setOwn(decoded, name, decodeValue(item[name] as WireValue, formAt(forms, name), name))
  }
  if (!whole) return decoded
  for (const [name, { form }] of forms.members) {
    if (form === 'set' && !Object.hasOwn(decoded, name)) setOwn(decoded, name, new Set())
  }
  return decoded
}

function decodeMembers(members: WireItem, forms: FormNode, path: string): object {
  const decoded: { [attribute: string]: unknown } = {}
  for (const name of Object.keys(members)) {
    const at = path === '' ? name : `${path}.${name}`
    setOwn(decoded, name, decodeValue(members[name] as WireValue, formAt(forms, name), at))
  }
  return decoded
}

function decodeNumber(text: string, { form }: FormNode, path: string): unknown {
  switch (form) {
    case 'bigint':
      return BigInt(text)
    case 'decimal':
      return text
    case 'epoch':
      return new Date(Number(text) * 1000)
    case 'epochMs':
      return new Date(Number(text))
    default:
      return exactNumber(text, path)
  }
}

function exactNumber(text: string, path: string): number {
  const number = Number(text)
  // Up to 15 digits survive; beyond, only what comes back as it was does.
  if (text.length <= 15 || Number.isSafeInteger(number) || isSame(text, number)) return number
  const hint = `declare it as stored: { '${path}': 'decimal' } or 'bigint'`
  throw new ModelError('VALUE', `${path}: ${text} has more digits than a JavaScript number; ${hint}`, {
    path,
  })
}

function isSame(text: string, number: number): boolean {
  const significant = (value: string) =>
    value
      .replace(/e.*$/i, '')
      .replace(/[-+.]/g, '')
      .replace(/^0+|0+$/g, '')
  return significant(text) === significant(String(number))
}
