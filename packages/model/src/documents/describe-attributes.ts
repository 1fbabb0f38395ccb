import { factsOf, membersOf, unwrap } from '../checks/schema-facts.ts'
import type { AttributeType, StandardSchema } from '../codec/standard-schema.ts'
import { type FormNode, storedName } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { getOwn } from '../util/own-property.ts'
import type { AttributeDescription } from './model-description.ts'

/**
 * Describes the attributes of an entity, as far as they are known. Standard Schema does not expose structure; schemas
 * that also implement Standard JSON Schema (zod) or expose their entries (valibot) are used, and keys name theirs in
 * any case.
 */
export function describeAttributes(entity: EntityDefinition): AttributeDescription[] {
  const { key, indexes, ttl, version, timestamps, schema } = entity
  const found = new Map<string, AttributeDescription>()
  const note = (attribute: AttributeDescription): void => {
    const before = found.get(attribute.name)
    const required = attribute.required || before?.required === true
    found.set(attribute.name, { ...before, ...attribute, required })
  }
  for (const name of key.attributes) note({ name, required: true })
  for (const part of [...key.pk, ...key.sk]) {
    if (part.plain !== undefined) note({ name: part.plain, type: part.attribute.type, required: true })
  }
  for (const attribute of schemaAttributes(schema)) note(attribute)
  for (const { dependencies, pk, sk } of indexes.values()) {
    for (const name of dependencies) note({ name, required: false })
    for (const { plain, attribute } of [...pk, ...sk]) {
      if (plain !== undefined) note({ name: plain, type: attribute.type, required: false })
    }
  }
  if (ttl !== undefined) note({ name: ttl.attribute, required: false })
  if (version !== undefined) note({ name: version, type: 'N', required: true })
  for (const name of Object.values(timestamps ?? {})) note({ name, required: true })
  for (const [name, form] of storedForms(entity)) {
    const type = formTypes[form]
    if (type !== undefined && found.has(name)) note({ name, type, required: false })
  }
  for (const name of entity.forms.members.keys()) {
    if (entity.forms.members.get(name)?.own === undefined) continue
    // The type of values in a form of the program's own is unknown.
    found.set(name, { name, required: found.get(name)?.required === true })
  }
  return [...found.values()]
}

/** Returns the declared stored forms of attributes, and the program's own forms at any depth, by path. */
export function storedForms({ forms }: EntityDefinition): [path: string, form: string][] {
  const known = [...forms.members].flatMap(([name, { form }]): [string, string][] =>
    typeof form === 'string' ? [[name, form]] : [],
  )
  return [...known, ...ownForms(forms).map(([path, name]): [string, string] => [path, ownForm + name])]
}

/** Returns the program's own forms below a place, by path. */
export function ownForms({ members, each }: FormNode, path = ''): [path: string, name: string][] {
  const below = [...members].map(([name, node]) => [`${path}${name}`, node] as const)
  const all = each === undefined ? below : [...below, [`${path}*`, each] as const]
  return all.flatMap(([place, node]): [string, string][] =>
    typeof node.form === 'object' ? [[place, node.form.name]] : ownForms(node, `${place}.`),
  )
}

/** The prefix that tells the program's own forms from the model's. */
const ownForm = 'own: '

/** Whether a described form is the program's own, of which a description only has the name. */
export function isOwnForm(described: string): boolean {
  return described.startsWith(ownForm)
}

/** Returns the names in the table of attributes and places within them, by path, without those that are the same. */
export function storedNames({ forms }: Pick<EntityDefinition, 'forms'>): [path: string, name: string][] {
  return namesBelow(forms, '')
}

function namesBelow(node: FormNode, path: string): [string, string][] {
  const own = [...node.members].flatMap(([name, member]): [string, string][] => {
    const stored = storedName(node, name)
    const inner = namesBelow(member, `${path}${name}.`)
    return stored === name ? inner : [[`${path}${name}`, stored], ...inner]
  })
  return node.each === undefined ? own : [...own, ...namesBelow(node.each, `${path}*.`)]
}

const formTypes: { readonly [form: string]: AttributeType } = {
  date: 'S',
  epoch: 'N',
  epochMs: 'N',
  bigint: 'N',
  decimal: 'N',
}

const jsonTypes = new Map<unknown, AttributeType>([
  ['string', 'S'],
  ['number', 'N'],
  ['integer', 'N'],
  ['bigint', 'N'],
  ['boolean', 'BOOL'],
  ['null', 'NULL'],
  ['array', 'L'],
  ['tuple', 'L'],
  ['object', 'M'],
  ['record', 'M'],
  // Valibot's type for text with a few values.
  ['picklist', 'S'],
  ['enum', 'S'],
])

function schemaAttributes(schema: StandardSchema): AttributeDescription[] {
  const found = fromShape(schema) ?? fromJsonSchema(schema) ?? fromEntries(schema) ?? []
  const members = membersOf(schema) ?? {}
  return found.map((one) => {
    const type = one.type ?? setType(getOwn(members, one.name))
    return type === undefined ? one : { ...one, type }
  })
}

/** Returns the type of a set of texts or numbers, which JSON Schema cannot express: zod and valibot show what is in it. */
function setType(schema: unknown): AttributeType | undefined {
  const { type, valueType, value } = unwrap(schema) ?? {}
  if (type !== 'set') return undefined
  const { kind } = factsOf(valueType ?? value)
  return kind === 'text' ? 'SS' : kind === 'number' ? 'NS' : undefined
}

/** Describes the attributes given to `shape({ … })`. */
function fromShape(schema: StandardSchema): AttributeDescription[] | undefined {
  if (schema['~standard'].vendor !== 'monotable') return undefined
  const { attributes } = schema as { readonly attributes?: { readonly [name: string]: AttributeType } }
  return attributes && Object.entries(attributes).map(([name, type]) => ({ name, type, required: false }))
}

interface JsonSchema {
  readonly type?: unknown
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: readonly string[]
}

function fromJsonSchema(schema: StandardSchema): AttributeDescription[] | undefined {
  const { jsonSchema } = schema['~standard'] as {
    readonly jsonSchema?: { readonly output?: (options: object) => JsonSchema }
  }
  try {
    const options = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } }
    const { properties, required = [] } = jsonSchema?.output?.(options) ?? {}
    if (properties === undefined) return undefined
    return Object.entries(properties).map(([name, { type }]) =>
      attributeOf(name, type, required.includes(name)),
    )
  } catch {
    // A schema that JSON Schema cannot express is fine otherwise.
    return undefined
  }
}

const optionalTypes = new Set(['optional', 'exact_optional', 'nullish', 'undefinedable'])

/**
 * Describes the attributes of a valibot object, which has `entries`, each with a `type`; optional ones wrap another.
 */
function fromEntries(schema: StandardSchema): AttributeDescription[] | undefined {
  const { entries } = schema as { readonly entries?: { readonly [name: string]: unknown } }
  if (typeof entries !== 'object' || entries === null) return undefined
  return Object.entries(entries).map(([name, entry]) => {
    const { type, wrapped } = (entry ?? {}) as {
      readonly type?: unknown
      readonly wrapped?: { readonly type?: unknown }
    }
    return attributeOf(name, wrapped?.type ?? type, !optionalTypes.has(String(type)))
  })
}

function attributeOf(name: string, word: unknown, required: boolean): AttributeDescription {
  const type = jsonTypes.get(word)
  return { name, ...(type !== undefined && { type }), required }
}
