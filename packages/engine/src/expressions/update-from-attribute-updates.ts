import {
  type AttributeMap,
  type AttributeType,
  type AttributeValue,
  type AttributeValueUpdate,
  addNumbers,
  attributeTypeOf,
  canonicalizeValue,
  checkAttributeName,
  constraintError,
  getOwn,
  setOwn,
  validationError,
  wellFormedText,
} from '@monotable/protocol'
import type { Update } from './compile-update.ts'
import { invalidParameter } from './legacy-comparison.ts'
import { removeMembers, uniteSets } from './set-members.ts'

type AttributeUpdates = { readonly [name: string]: AttributeValueUpdate }

interface LegacyAction {
  readonly name: string
  readonly kind: 'PUT' | 'ADD' | 'DELETE'
  readonly value: AttributeValue | undefined
}

/** Returns the update that `AttributeUpdates` asks for; without any, one that changes nothing. */
export function updateFromAttributeUpdates(updates: AttributeUpdates = {}): Update {
  const actions = Object.keys(updates).map((name) =>
    readAction(wellFormedText(name), updates[name] as AttributeValueUpdate),
  )
  const paths = actions.map(({ name }) => [name])
  return {
    apply: (item) => applyActions(item, actions),
    attributeNames: new Set(actions.map(({ name }) => name)),
    paths,
    allPaths: paths,
    onlyRemoves: actions.length > 0 && actions.every(({ kind }) => kind === 'DELETE'),
    knownTypeOf: (attribute) => {
      const value = actions.find(({ name }) => name === attribute)?.value
      return value && attributeTypeOf(value)
    },
    sizeBytes: () => 0,
  }
}

const setTypes: readonly AttributeType[] = ['SS', 'NS', 'BS']
const addedTypes: readonly AttributeType[] = ['L', 'N', ...setTypes]

/** The service model allows any action, and yet AWS refuses all other words. */
const actionKinds: readonly string[] = ['ADD', 'PUT', 'DELETE'] satisfies LegacyAction['kind'][]

function readAction(name: string, update: AttributeValueUpdate): LegacyAction {
  checkAttributeName(name)
  const kind = update.Action ?? 'PUT'
  if (!actionKinds.includes(kind)) {
    const constraint = 'Member must satisfy enum value set: [ADD, PUT, DELETE]'
    throw constraintError([
      `Value '${kind}' at 'attributeUpdates.${name}.member.action' failed to satisfy constraint: ${constraint}`,
    ])
  }
  const value = update.Value && canonicalizeValue(update.Value)
  if (value === undefined) {
    if (kind === 'DELETE') return { name, kind, value }
    throw invalidParameter('Only DELETE action is allowed when no attribute value is specified')
  }
  const type = attributeTypeOf(value)
  if (kind === 'DELETE' && !setTypes.includes(type)) {
    throw invalidParameter(`DELETE action with value is not supported for the type ${type}`)
  }
  if (kind === 'ADD' && !addedTypes.includes(type)) {
    throw invalidParameter(`ADD action is not supported for the type ${type}`)
  }
  return { name, kind, value }
}

function applyActions(item: AttributeMap, actions: readonly LegacyAction[]): AttributeMap {
  const result = { ...item }
  for (const action of actions) {
    const changed = changeOf(action, getOwn(item, action.name))
    if (changed !== undefined) setOwn(result, action.name, changed)
    else Reflect.deleteProperty(result, action.name)
  }
  return result
}

function changeOf(
  { kind, value }: LegacyAction,
  before: AttributeValue | undefined,
): AttributeValue | undefined {
  if (kind === 'PUT' || value === undefined) return value
  if (before === undefined) return kind === 'ADD' ? value : undefined
  const changed = kind === 'ADD' ? add(before, value) : removeMembers(before, value)
  if (changed === undefined) throw validationError('Type mismatch for attribute to update')
  return changed === 'empty' ? undefined : changed
}

/** Unlike in expressions, ADD works on lists. */
function add(before: AttributeValue, value: AttributeValue): AttributeValue | undefined {
  if ('N' in before && 'N' in value) return { N: addNumbers(before.N, value.N) }
  if ('L' in before && 'L' in value) return { L: [...before.L, ...value.L] }
  return uniteSets(before, value)
}
