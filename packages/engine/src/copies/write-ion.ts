import type { AttributeMap, AttributeValue } from '@monotable/protocol'

/** Says in Ion's text form what a line is written in. */
const versionMarker = '$ion_1_0'

/** A name that needs no quotes; `$` with digits would be the number of a symbol. */
const plainName = /^(?!(?:null|true|false|nan|\$\d+|\$ion_.*)$)[A-Za-z_$][\w$]*$/

/** Below this power of ten, a decimal is written with an exponent instead of leading zeros. */
const leastPlainPower = -6

/**
 * Returns a line of an export in Amazon Ion's text form.
 *
 * @example
 * ionLine({ Item: { Id: { N: '103' } } }) // '$ion_1_0 {Item:{Id:103.}}'
 */
export function ionLine(parts: { readonly [name: string]: AttributeMap }): string {
  return `${versionMarker} ${structs(parts)}`
}

/**
 * Returns a change as such a line. That it is a struct of its own is inferred: AWS's guide shows changes only in
 * JSON.
 */
export function ionChangeLine(parts: { readonly [name: string]: AttributeMap }): string {
  return `${versionMarker} {Record:${structs(parts)}}`
}

function structs(parts: { readonly [name: string]: AttributeMap }): string {
  return `{${Object.entries(parts).map(([name, attributes]) => `${name}:${struct(attributes)}`)}}`
}

function struct(attributes: AttributeMap): string {
  const fields = Object.entries(attributes).map(([name, value]) => `${symbol(name)}:${ionValue(value)}`)
  return `{${fields.join(',')}}`
}

/** Formats a value in Ion. Ion has no sets: a list is marked as one. */
function ionValue(value: AttributeValue): string {
  if ('S' in value) return quoted(value.S, '"')
  if ('N' in value) return ionDecimal(value.N)
  if ('B' in value) return blob(value.B)
  if ('BOOL' in value) return String(value.BOOL)
  if ('M' in value) return struct(value.M)
  if ('L' in value) return list(value.L.map(ionValue))
  if ('SS' in value) return `$dynamodb_SS::${list(value.SS.map((text) => quoted(text, '"')))}`
  if ('NS' in value) return `$dynamodb_NS::${list(value.NS.map(ionDecimal))}`
  if ('BS' in value) return `$dynamodb_BS::${list(value.BS.map(blob))}`
  return 'null'
}

function list(values: readonly string[]): string {
  return `[${values.join(',')}]`
}

function blob(base64: string): string {
  return `{{${base64}}}`
}

function symbol(name: string): string {
  return plainName.test(name) ? name : quoted(name, "'")
}

/** Quotes a text. Line breaks and invisible characters are escaped: an item is one line. */
function quoted(text: string, quote: '"' | "'"): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  const escaped = text.replaceAll(/[\\"'\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (found) => {
    if (found === '\\' || found === quote) return `\\${found}`
    if (found === '"' || found === "'") return found
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return `${quote}${escaped}${quote}`
}

/**
 * Formats a number as an Ion decimal, in the form of AWS's exports: 103 is `103.`, 600 is `6d2`, 0.5 is `0.5`.
 *
 * @example
 * ionDecimal('600') // '6d2'
 */
export function ionDecimal(number: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const all = `${whole}${fraction}`.replace(/^0+(?=\d)/, '')
  const digits = all.replace(/(?<=\d)0+$/, '')
  if (digits === '0') return '0.'
  const exponent = Number(power) - fraction.length + all.length - digits.length
  return `${sign}${placeDot(digits, exponent)}`
}

/** Returns the digits times a power of ten. */
function placeDot(digits: string, exponent: number): string {
  if (exponent === 0) return `${digits}.`
  if (exponent > 0) return `${digits}d${exponent}`
  const adjusted = digits.length - 1 + exponent
  if (adjusted >= 0) return `${digits.slice(0, adjusted + 1)}.${digits.slice(adjusted + 1)}`
  if (adjusted >= leastPlainPower) return `0.${'0'.repeat(-adjusted - 1)}${digits}`
  const rest = digits.length > 1 ? `.${digits.slice(1)}` : ''
  return `${digits[0]}${rest}d${adjusted}`
}
