import type { EntityDefinition, Model, Pattern } from '@monotable/model'
import { setOwn } from '@monotable/protocol'

/** The type of an argument in the application. */
type ArgumentKind = 'date' | 'number' | 'bigint' | 'text'

/** Reads the arguments of a pattern from JSON, which has no Dates and may have numbers as text. */
export function readArguments(
  pattern: Model['patterns'][string],
  given: { readonly [name: string]: unknown },
): { readonly [name: string]: unknown } {
  const read: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(given)) {
    setOwn(read, name, readValue(value, kindOf(pattern as Pattern, name)))
  }
  return read
}

function kindOf(pattern: Pattern, name: string): ArgumentKind {
  const entities =
    pattern.kind === 'collect' ? Object.values(pattern.members).map(({ entity }) => entity) : [pattern.entity]
  for (const entity of entities) {
    const kind = kindIn(entity, pattern.index, name)
    if (kind !== undefined) return kind
  }
  return 'text'
}

function kindIn(entity: EntityDefinition, index: string, name: string): ArgumentKind | undefined {
  const key = index === 'primary' ? entity.key : entity.indexes.get(index)
  const parts = [...(key?.pk ?? []), ...(key?.sk ?? [])].filter(({ template }) =>
    template.attributes.includes(name),
  )
  if (parts.length === 0 && entity.period !== name) return undefined
  const form = entity.forms.members.get(name)?.form
  if (form === 'date' || form === 'epoch' || form === 'epochMs') return 'date'
  if (form === 'bigint') return 'bigint'
  const encodings = parts.map(({ template }) => encodingOf(template.source, name))
  if (encodings.some((encoding) => encoding?.includes('iso'))) return 'date'
  const isNumber = parts.some(({ plain, attribute }) => plain === name && attribute.type === 'N')
  return isNumber || encodings.some((encoding) => /num|pad/.test(encoding ?? '')) ? 'number' : 'text'
}

/** Returns the encodings of a slot, such as `pad6:desc`. */
function encodingOf(template: string, name: string): string | undefined {
  const [, rest] = template.split(`{${name}:`)
  return rest?.split('}')[0]
}

/** Converts a value, or both ends of a range. */
function readValue(value: unknown, kind: ArgumentKind): unknown {
  if (Array.isArray(value)) return value.map((element) => readValue(element, kind))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([bound, limit]) => [
      bound,
      bound === 'begins' ? limit : readValue(limit, kind),
    ])
    return Object.fromEntries(entries)
  }
  if (kind === 'number' && typeof value === 'string' && value.trim() !== '') return Number(value)
  if (kind === 'bigint' && /^-?\d{1,40}$/.test(String(value))) return BigInt(String(value))
  return kind === 'date' && typeof value === 'string' ? new Date(value) : value
}
