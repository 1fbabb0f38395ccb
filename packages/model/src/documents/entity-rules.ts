import type { ComputedRule } from '../entities/computed-config.ts'
import type { EntityDefinition, MarkerKey, SequenceRule } from '../entities/entity-definition.ts'
import { ownForms, storedNames } from './describe-attributes.ts'
import { describePart } from './describe-part.ts'
import type { MarkerDescription } from './model-description.ts'

/** Describes the items that are stored in addition to an entity's own. */
export function markersOf({ unique, sequence }: EntityDefinition): MarkerDescription[] {
  return [
    ...unique.map((key) => marker('unique', key)),
    ...sequence.flatMap((rule) => (rule.of === undefined ? [marker('sequence', rule.key)] : [])),
  ]
}

function marker(kind: MarkerDescription['kind'], { name, parts }: MarkerKey): MarkerDescription {
  return { kind, name, key: parts.map(describePart) }
}

/** Returns the entities whose items are read or written along with an entity's own. */
export function relatedOf({ belongsTo, sequence, copies }: EntityDefinition): string[] {
  const names = [
    ...[...belongsTo.values()].map(({ entity }) => entity.name),
    ...sequence.flatMap(({ of }) => (of === undefined ? [] : [of.entity.name])),
    ...copies.map(({ to }) => to.name),
  ]
  return [...new Set(names)]
}

/** Describes in sentences what applies to an entity's items besides their keys. */
export function rulesOf(entity: EntityDefinition): string[] {
  const {
    unique,
    limit,
    sequence,
    belongsTo,
    copies,
    ttl,
    version,
    timestamps,
    history,
    spread,
    readOnly,
    unseen,
    computed,
  } = entity
  return [
    ...unique.map(({ name, attributes }) => uniqueText(name, attributes)),
    ...[...limit].map(([attribute, count]) => `${attribute} has at most ${count} members`),
    ...sequence.map(sequenceText),
    ...[...belongsTo.values()].map(({ name, entity: parent, mustExist, count }) => {
      const must = mustExist ? ', which must exist' : ''
      return `${name}: belongs to ${parent.name}${must}${count === undefined ? '' : `, and is counted in its ${count}`}`
    }),
    ...copies.map(({ to, attributes }) => `${to.name} has copies of ${attributes.join(', ')}`),
    ...(ttl === undefined ? [] : [`expires by ${ttl.attribute}`]),
    ...(version === undefined ? [] : [`${version} counts the writes`]),
    ...(timestamps?.created === undefined ? [] : [`${timestamps.created} is the time it was created`]),
    ...(timestamps?.updated === undefined ? [] : [`${timestamps.updated} is the time it was last written`]),
    ...readOnly.map((name) => `${name} is set when an item is created, and never changes`),
    ...(unseen ?? []).map((name) => `${name} is returned only when selected`),
    ...Object.entries(computed?.rules ?? {}).map(
      ([name, rule]) => `${name} is computed from ${sourcesOf(rule)}`,
    ),
    ...namesText(storedNames(entity)),
    ...ownForms(entity.forms).map(([path, form]) => `${path} is stored in the custom form "${form}"`),
    ...(history === undefined ? [] : ['all versions are kept']),
    ...(spread === undefined ? [] : [spreadText(spread)]),
  ]
}

/** Describes the sources of a computed attribute for people. */
export function sourcesOf({ from, also = [] }: ComputedRule): string {
  const more = also.length === 0 ? '' : `, and of ${also.join(', ')} where it is there`
  return `${from.join(', ')}${more}`
}

function uniqueText(name: string, attributes: readonly string[]): string {
  return attributes.length === 1 && attributes[0] === name
    ? `${name} is unique`
    : `${name}: the combination of ${attributes.join(', ')} is unique`
}

function sequenceText(rule: SequenceRule): string {
  if (rule.of === undefined) return `${rule.attribute} counts up`
  return `${rule.attribute} counts up, from ${rule.counter} of its ${rule.of.entity.name}`
}

function spreadText({ slot, count }: NonNullable<EntityDefinition['spread']>): string {
  return slot === 'shard'
    ? `is spread over ${count} partitions`
    : `has ${count} copies; a read takes any of them`
}

function namesText(names: readonly (readonly [path: string, name: string])[]): string[] {
  if (names.length === 0) return []
  return [`in the table, ${names.map(([path, name]) => `${path} is called ${name}`).join(', ')}`]
}
