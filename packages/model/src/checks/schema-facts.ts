import type { EntityDefinition } from '../entities/entity-definition.ts'
import { getOwn } from '../util/own-property.ts'

/** What a schema shows of an attribute. */
export interface AttributeFacts {
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'other'
  /** The number of possible values, if they are few. */
  readonly values: number | undefined
}

/** A schema of a supported library, as an object to look into. */
export type Bag = { readonly [name: string]: unknown }

const kinds: { readonly [type: string]: AttributeFacts['kind'] } = {
  string: 'text',
  number: 'number',
  bigint: 'number',
  boolean: 'boolean',
  date: 'date',
}

/**
 * Returns what an entity's schema shows of its attributes, if anything: Standard Schema has no introspection, but zod
 * and valibot expose their structure.
 */
export function attributesOf({ schema }: EntityDefinition): ReadonlyMap<string, AttributeFacts> | undefined {
  const members = membersOf(schema)
  return members && new Map(Object.keys(members).map((name) => [name, factsOf(getOwn(members, name))]))
}

/** Returns the attributes of an entity that may be null, as far as its schema shows it. */
export function nullableOf({ schema }: EntityDefinition): readonly string[] {
  const members = membersOf(schema) ?? {}
  return Object.keys(members).filter((name) =>
    layersOf(getOwn(members, name)).some(({ type }) => type === 'nullable' || type === 'nullish'),
  )
}

/** Returns the schemas of the attributes: zod has them in `shape`, valibot in `entries`. */
export function membersOf(schema: unknown): Bag | undefined {
  const members = isBag(schema) ? (schema['shape'] ?? schema['entries']) : undefined
  return isBag(members) ? members : undefined
}

/** Returns what the schema of an attribute shows. */
export function factsOf(schema: unknown): AttributeFacts {
  const node = unwrap(schema)
  const type = String(node?.['type'])
  if (type === 'boolean') return { kind: 'boolean', values: 2 }
  const values = valuesOf(type, node)
  if (values === undefined) return { kind: getOwn(kinds, type) ?? 'other', values: undefined }
  const isNumbers = values.length > 0 && values.every((value) => typeof value === 'number')
  return { kind: isNumbers ? 'number' : 'text', values: values.length }
}

function valuesOf(type: string, node: Bag | undefined): readonly unknown[] | undefined {
  if (type === 'literal') return (node?.['values'] as unknown[] | undefined) ?? [node?.['literal']]
  if (type === 'picklist') return node?.['options'] as unknown[]
  if (type === 'enum' && isBag(node?.['entries'])) return Object.values(node['entries'])
  if (type === 'enum' && isBag(node?.['enum'])) return Object.values(node['enum'])
  if (type !== 'union' || !Array.isArray(node?.['options'])) return undefined
  const members = node['options'].map((option) => {
    const inner = unwrap(option)
    return valuesOf(String(inner?.['type']), inner)
  })
  return members.every((member) => member !== undefined) ? members.flat() : undefined
}

/** Returns the schema inside of optional, nullable, default and the like. */
export function unwrap(schema: unknown): Bag | undefined {
  return layersOf(schema).at(-1)
}

/** Returns a schema and those that it wraps, from the outside in; zod keeps them in `def`. */
function layersOf(schema: unknown): readonly Bag[] {
  const layers: Bag[] = []
  for (let node = schema; isBag(node) && layers.length < 10; ) {
    const own: Bag = isBag(node['def']) ? node['def'] : node
    layers.push(own)
    node = own['innerType'] ?? own['wrapped']
  }
  return layers
}

function isBag(value: unknown): value is Bag {
  return (typeof value === 'object' || typeof value === 'function') && value !== null
}
