import { encodeValue } from '../codec/encode-value.ts'
import { codeName, type FormNode, formAt, noForms, storedName } from '../codec/stored-form.ts'
import { compileTemplate, type Template, type Values } from '../keys/compile-template.ts'
import { definitionError, keyError } from '../model-error.ts'
import type { WireValue } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import { isSpread, type Spread } from './spread.ts'
import type { KeyAttribute } from './table-definition.ts'

/** One attribute of an entity's key, and what it is made of. */
export interface KeyPart {
  readonly attribute: KeyAttribute
  readonly template: Template
  /** The attribute whose value is the key, as it is; nothing when the key is built. */
  readonly plain: string | undefined
  /** Whether it is an attribute as it is, under the name that the attribute has in the table anyway. */
  readonly isOwn: boolean
  /** The stored key, or nothing when a value that it is made of is missing. */
  encode(values: Values): WireValue | undefined
}

/** What else a part of a key goes by. */
interface KeyPartOptions {
  /** Whether the key is one that is sorted by. */
  readonly sorted: boolean
  readonly spread?: Spread | undefined
  /** How the entity stores what cannot be seen. */
  readonly forms?: FormNode
}

/**
 * Prepares one attribute of a key. A template that is nothing but one slot is the attribute's value as it is, when the
 * key is not text, or has the name that the attribute has in the table: so are existing tables described.
 * Without a template it is the attribute that has the key's name.
 */
export function createKeyPart(
  attribute: KeyAttribute,
  given: string | undefined,
  { sorted, spread, forms = noForms }: KeyPartOptions,
): KeyPart {
  const source = given ?? `{${codeName(forms, attribute.name)}}`
  const compiled = compileTemplate(source, { sorted })
  const template = isSpread(compiled, spread) ? spread.fill(compiled) : compiled
  const plain = plainSlot(template)
  const isOwn = plain !== undefined && storedName(forms, plain) === attribute.name
  const asItIs = isOwn || attribute.type !== 'S' ? plain : undefined
  if (asItIs === undefined && attribute.type !== 'S') {
    const subject = `${attribute.name}: ${source}`
    const message = `${attribute.name} is of type ${attribute.type}: its template must be one slot, not "${source}"`
    throw definitionError(message, subject)
  }
  return {
    attribute,
    template,
    plain: asItIs,
    isOwn,
    encode: (values) => {
      if (asItIs !== undefined) return encodePlain(attribute, asItIs, getOwn(values, asItIs), forms)
      const text = template.encode(values)
      return text === undefined ? undefined : { S: text }
    },
  }
}

/** Encodes a value that is itself a key, as it is stored. */
function encodePlain(
  attribute: KeyAttribute,
  name: string,
  value: unknown,
  forms: FormNode,
): WireValue | undefined {
  if (value === undefined || value === null) return undefined
  if (attribute.type === 'S' && typeof value === 'string') return { S: value }
  const stored = encodeValue(value, formAt(forms, name), name)
  if (stored !== undefined && attribute.type in stored) return stored
  const message = `"${name}" is a key of type ${attribute.type}, and cannot be ${typeof value}`
  throw keyError(message, name, `{${name}}`)
}

function plainSlot({ source }: Template): string | undefined {
  return /^\{([^{}:]+)\}$/.exec(source)?.[1]
}
