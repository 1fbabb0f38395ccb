import { encodeValue } from '../codec/encode-value.ts'
import { codeName, type FormNode, formAt, noForms, storedName } from '../codec/stored-form.ts'
import { compileTemplate, type Template, type Values } from '../keys/compile-template.ts'
import { definitionError, keyError } from '../model-error.ts'
import type { WireValue } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import { isSpread, type Spread } from './spread.ts'
import type { KeyAttribute } from './table-definition.ts'

/** One attribute of an entity's key, and how it is made. */
export interface KeyPart {
  readonly attribute: KeyAttribute
  readonly template: Template
  /** The attribute whose value is the key as it is; `undefined` when the key is built from a template. */
  readonly plain: string | undefined
  /** Whether the key is an attribute of the application as it is, under the name that it is stored by anyway. */
  readonly isOwn: boolean
  /** Returns the stored key; `undefined` when one of its values is missing. */
  encode(values: Values): WireValue | undefined
}

/** Options of a key part. */
interface KeyPartOptions {
  /** Whether it is part of a sort key. */
  readonly sorted: boolean
  readonly spread?: Spread | undefined
  /** How the entity stores values whose type the stored value does not show. */
  readonly forms?: FormNode
}

/**
 * Prepares one attribute of a key. A template that consists of a single slot stands for the attribute's value as it is,
 * if the key is not text, or if the attribute has the same name in the table: that is how existing tables are
 * described. Without a template, the key is the attribute of the same name.
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

/** Encodes a value that is a key by itself, as it is stored. */
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
