import { type FormNode, formAt } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { getOwn } from '../util/own-property.ts'
import type { Finding } from './finding.ts'
import { type Bag, membersOf, unwrap } from './schema-facts.ts'

/** A value whose type the stored value does not show, without a declared form. */
interface Unseen {
  readonly path: string
  readonly type: 'date' | 'bigint'
}

/** The maximum depth of schemas, which may contain themselves. */
const depthLimit = 8

/**
 * Checks that Dates and bigints have a stored form, as far as the schema shows them; the compiler only checks top-level
 * attributes.
 */
export function checkUnseen({ name, schema, forms, ttl }: EntityDefinition): Finding[] {
  const attributes = membersOf(schema) ?? {}
  const unseen = Object.keys(attributes)
    .filter((attribute) => attribute !== ttl?.attribute)
    .flatMap((attribute) => unseenIn(getOwn(attributes, attribute), attribute, formAt(forms, attribute)))
  return unseen.map(({ path, type }) => {
    const [what, read] = type === 'date' ? ['a Date', 'text'] : ['a bigint', 'a number']
    return {
      code: 'stored-not-said',
      severity: 'error',
      entity: name,
      message: `"${path}" of ${name} is ${what}, but nothing says how it is stored: it would be read as ${read}.`,
      advice: `Add stored: { '${path}': '${type}' }.`,
    }
  })
}

function unseenIn(schema: unknown, path: string, form: FormNode, depth = 0): readonly Unseen[] {
  const node = unwrap(schema)
  const type = node?.['type']
  if (node === undefined || form.form !== undefined || depth > depthLimit) return []
  if (type === 'date' || type === 'bigint') return [{ path, type }]
  return innerOf(node).flatMap(([step, inner]) => {
    const below = step === undefined ? form : formAt(form, step === '[]' || step === '.*' ? 0 : step.slice(1))
    return unseenIn(inner, `${path}${step ?? ''}`, below, depth + 1)
  })
}

/**
 * Returns the schemas within a schema, each with the step of the path that leads to it: none for the members of a
 * union.
 */
function innerOf(node: Bag): readonly (readonly [step: string | undefined, inner: unknown])[] {
  const members = membersOf(node)
  if (members !== undefined) return Object.entries(members).map(([name, inner]) => [`.${name}`, inner])
  if (node['type'] === 'array') return [['[]', node['element'] ?? node['item']]]
  if (node['type'] === 'record') return [['.*', node['valueType'] ?? node['value']]]
  const options = node['options']
  return Array.isArray(options) ? options.map((inner: unknown) => [undefined, inner]) : []
}
