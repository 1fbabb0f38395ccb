import type { FormNode } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { definitionError } from '../model-error.ts'

/**
 * Refuses an entity that builds keys, markers or counts from a value in a form of its own. A key would contain the
 * value itself: encrypted in the attribute, it would be readable there.
 */
export function requireApart(entity: EntityDefinition): void {
  const { key, indexes, unique, sequence, limit, version, ttl, forms, belongsTo } = entity
  const used: [use: string, names: readonly (string | undefined)[]][] = [
    ['the key', key.attributes],
    ...[...indexes].map(([name, { attributes }]): [string, readonly string[]] => [
      `the key of ${name}`,
      attributes,
    ]),
    ...unique.map(({ name, attributes }): [string, readonly string[]] => [`unique "${name}"`, attributes]),
    [
      'a sequence',
      sequence.flatMap((rule) => [rule.attribute, ...('key' in rule ? rule.key.attributes : [])]),
    ],
    ...[...belongsTo.values()].map(({ name, by }): [string, readonly string[]] => [
      `belongsTo "${name}"`,
      [...by.values()],
    ]),
    ['limit', [...limit.keys()]],
    ['version', [version]],
    ['ttl', [ttl?.attribute]],
  ]
  for (const [use, names] of used) {
    const name = names.find((one) => isFormed(forms, one))
    if (name === undefined) continue
    const what = `"${name}" is stored in a form of its own, and cannot be part of ${use}; make another attribute of it`
    throw definitionError(`Entity ${entity.name}: ${what}`, entity.name)
  }
  requireClosed(entity.name, forms, '')
}

function isFormed({ members }: FormNode, attribute: string | undefined): boolean {
  return members.get(attribute ?? '')?.own !== undefined
}

/** Refuses forms within a value that a form stores: nothing would apply them. */
function requireClosed(entity: string, node: FormNode, path: string): void {
  if (typeof node.form === 'object' && (node.members.size > 0 || node.each !== undefined)) {
    const what = `"${path.slice(0, -1)}" is stored in a form of its own, and nothing in it has another`
    throw definitionError(`Entity ${entity}: stored: ${what}`, entity)
  }
  for (const [name, member] of node.members) requireClosed(entity, member, `${path}${name}.`)
  if (node.each !== undefined) requireClosed(entity, node.each, `${path}*.`)
}
