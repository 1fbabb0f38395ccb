import { storedName } from '../codec/stored-form.ts'
import { expiryIn } from '../entities/presence.ts'
import { findIndex, holdsAttribute, primary } from '../entities/table-definition.ts'
import { attributesIn } from '../expressions/places-in.ts'
import type { Finding } from './finding.ts'
import { sharedKeys } from './key-collisions.ts'
import { entitiesOf, type ModelFacts, type NamedPattern, tableOf } from './model-facts.ts'

/** Checks that an index holds what a pattern needs of its items. */
export function checkProjection(named: NamedPattern, facts: ModelFacts): Finding[] {
  return [
    ...filterAttributes(named),
    ...selectedAttributes(named),
    ...expired(named),
    ...types(named, facts),
    ...reading(named),
  ]
}

function filterAttributes({ name, pattern }: NamedPattern): Finding[] {
  if (pattern.kind === 'collect' || pattern.filter === undefined) return []
  const { entity, index } = pattern
  const missing = [...attributesIn(pattern.filter)]
    .map((attribute) => storedName(entity.forms, attribute))
    .filter((attribute) => !holdsAttribute(entity.table, index, attribute))
  if (missing.length === 0) return []
  return [
    {
      code: 'filter-not-projected',
      severity: 'error',
      entity: entity.name,
      pattern: name,
      index,
      message: `${name} filters by ${missing.join(', ')}, which ${index} does not hold: the filter finds it missing in every item.`,
      advice: `Add it to the projection of ${index} (include: [${missing.map((attribute) => `'${attribute}'`).join(', ')}]), or read by a key.`,
    },
  ]
}

function selectedAttributes({ name, pattern }: NamedPattern): Finding[] {
  if (pattern.options.hydrate === true) return []
  const parts = pattern.kind === 'collect' ? Object.values(pattern.members) : [pattern]
  return parts.flatMap(({ entity, select = [] }): Finding[] => {
    const missing = select
      .map((attribute) => storedName(entity.forms, attribute))
      .filter((attribute) => !holdsAttribute(entity.table, pattern.index, attribute))
    if (missing.length === 0) return []
    return [
      {
        code: 'select-not-projected',
        severity: 'error',
        entity: entity.name,
        pattern: name,
        index: pattern.index,
        message: `${name} selects ${missing.join(', ')} of ${entity.name}, which ${pattern.index} does not hold: DynamoDB refuses it.`,
        advice: `Add it to the projection of ${pattern.index} (include: [${missing.map((attribute) => `'${attribute}'`).join(', ')}]), or set hydrate: true.`,
      },
    ]
  })
}

function expired({ name, pattern }: NamedPattern): Finding[] {
  const { expired: takesExpired, hydrate } = pattern.options
  if (takesExpired === true || hydrate === true) return []
  return entitiesOf(pattern)
    .filter((entity) => entity.ttl !== undefined && expiryIn(entity, pattern.index) === undefined)
    .map((entity) => ({
      code: 'expired-come-along',
      severity: 'warning',
      entity: entity.name,
      pattern: name,
      index: pattern.index,
      message:
        `${pattern.index} does not hold ${entity.ttl?.stored}, so ${name} returns expired items of ` +
        `${entity.name} until DynamoDB deletes them (within days).`,
      advice: `Add ${entity.ttl?.stored} to the projection, set hydrate: true, or add allow: ['expired'].`,
    }))
}

/** Checks how items are recognized without their type: by the primary key, which may be that of another entity. */
function types({ name, pattern }: NamedPattern, { entities }: ModelFacts): Finding[] {
  const { typeAttribute } = tableOf(pattern)
  const isHeld = typeAttribute === undefined || holdsAttribute(tableOf(pattern), pattern.index, typeAttribute)
  if (isHeld || pattern.options.hydrate === true) return []
  const own = entitiesOf(pattern)
  const pairs = own.flatMap((entity) =>
    entities
      .filter((other) => other !== entity && other.table === entity.table)
      .filter((other) => other.indexes.has(pattern.index) && sharedKeys(entity.key, other.key) !== undefined)
      .map((other) => ({ entity, other })),
  )
  return pairs.map(({ entity, other }) => ({
    code: 'type-not-projected',
    severity: 'error',
    entity: entity.name,
    pattern: name,
    index: pattern.index,
    message:
      `${pattern.index} does not hold ${typeAttribute}, and the keys of ${entity.name} and ${other.name} ` +
      'look the same: an item of one may be taken for the other.',
    advice: `Add ${typeAttribute} to the projection, or give their keys different prefixes.`,
  }))
}

function reading({ name, pattern }: NamedPattern): Finding[] {
  const index = findIndex(tableOf(pattern), pattern.index)
  const subject = { pattern: name, index: pattern.index }
  const findings: Finding[] = []
  if (pattern.options.consistent === true && index !== undefined && !index.local) {
    findings.push({
      ...subject,
      code: 'consistent-index',
      severity: 'error',
      message: `${name} reads ${index.name} consistently, which DynamoDB refuses for a global index.`,
      advice: 'Leave out consistent, or read the table by its own key.',
    })
  }
  if (pattern.options.hydrate === true && (index === undefined || index.projection === 'ALL')) {
    const where = pattern.index === primary ? 'the table' : pattern.index
    findings.push({
      ...subject,
      code: 'needless-hydrate',
      severity: 'warning',
      message: `${name} reads every item twice: ${where} holds whole items already.`,
      advice: 'Leave out hydrate.',
    })
  }
  return findings
}
