import type { AttributeType } from '../codec/standard-schema.ts'
import type { EntityDescription } from '../documents/model-description.ts'
import { type Member, memberName, type Source } from './format-literal.ts'

const types: { readonly [Type in AttributeType]: string } = {
  S: 'string',
  N: 'number',
  B: 'Uint8Array',
  BOOL: 'boolean',
  NULL: 'null',
  M: '{ [name: string]: unknown }',
  L: 'unknown[]',
  SS: 'Set<string>',
  NS: 'Set<number>',
  BS: 'Set<Uint8Array>',
}

const formTypes: { readonly [form: string]: string } = {
  date: 'Date',
  epoch: 'Date',
  epochMs: 'Date',
  bigint: 'bigint',
  decimal: 'string',
}

/** Returns the schema of an entity's attributes: `shape<{ … }>({ … })`. */
export function shapeSource(entity: EntityDescription): Source {
  const { stored = {}, ttl, version, timestamps = {} } = entity
  const forms = new Map(Object.entries(stored))
  // The version and the timestamps are not attributes of the application's schema.
  const managed = [version, ...Object.values(timestamps)]
  const attributes = entity.attributes.filter(({ name }) => !managed.includes(name))
  const members = attributes.map(({ name, type, required }): Member => {
    const form = forms.get(name)
    const isDate = name === ttl
    const value = isDate
      ? 'Date'
      : ((form && formTypes[form]) ?? (type ? types[type] : slotType(entity, name)))
    return { name: `${memberName(name, 'type')}${required ? '' : '?'}`, value }
  })
  const known = attributes.flatMap(({ name, type }): Member[] =>
    type === undefined || forms.has(name) ? [] : [{ name: memberName(name), value: typeSource(name, type) }],
  )
  const typed: Source = { kind: 'type', members }
  if (known.length === 0) return { before: 'shape<', inner: typed, after: '>()' }
  return { chain: ['shape<', typed, '>(', { kind: 'object', members: known }, ')'] }
}

/**
 * Returns the source of a type, with `as const` for names that every object inherits, such as `constructor`: TypeScript
 * would infer `string` instead of the literal.
 */
function typeSource(name: string, type: AttributeType): string {
  return name in Object.prototype ? `'${type}' as const` : `'${type}'`
}

/** Returns the type of a key's attribute of which nothing else is known. */
function slotType({ key, indexes }: EntityDescription, name: string): string {
  const parts = [key, ...indexes].flatMap(({ pk, sk }) => [...pk, ...sk].flatMap((part) => part.parts))
  const slot = parts.find((part) => 'slot' in part && part.slot === name)
  if (slot === undefined || !('slot' in slot)) return 'unknown'
  return /^(?:pad|num)/.test(slot.encoding ?? '') ? 'number' : 'string'
}
