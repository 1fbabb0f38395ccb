import type { EntityDefinition, ParentRelation } from '../entities/entity-definition.ts'
import { primary } from '../entities/table-definition.ts'
import { partitionLimits } from './capacity-units.ts'
import type { Finding } from './finding.ts'
import { keyIn, type ModelFacts } from './model-facts.ts'

/** A write in a transaction takes twice its units, and a counter is a single item. */
const numbersPerSecond = partitionLimits.writeUnits / 2

/**
 * Checks that relations can be maintained: that writes find the items concerned, and all entities concerned are in the
 * model.
 */
export function checkRelations({ entities }: ModelFacts): Finding[] {
  return entities.flatMap((entity) => [
    ...[...entity.belongsTo.values()].flatMap((relation) => [
      ...unfindable(entity, relation),
      ...unconnected(entity, relation, entities),
    ]),
    ...crowdedCounters(entity),
  ])
}

/** Reports items with copies of a parent's attributes that cannot be found by a Query with the parent's values. */
function unfindable(entity: EntityDefinition, relation: ParentRelation): Finding[] {
  const { name, entity: parent, by, copy, via, find = primary } = relation
  if (copy.size === 0) return []
  const key = keyIn(entity, find)
  const known = [...by.values(), key?.spread?.slot]
  const missing = key?.pk
    .flatMap(({ template }) => template.attributes)
    .filter((attribute) => !known.includes(attribute))
  const sparse = entity.indexes.get(find)?.when.map(({ attribute }) => attribute) ?? []
  if (missing?.length === 0 && sparse.length === 0) return []
  const where = find === primary ? 'the table' : find
  const why =
    missing === undefined
      ? `${entity.name} is not in it`
      : missing.length > 0
        ? `its partition key needs ${missing.join(', ')}, which ${parent.name} does not provide`
        : `it leaves some out by "when" (${sparse.join(', ')})`
  return [
    {
      code: 'cannot-plan',
      severity: 'error',
      entity: entity.name,
      index: find,
      message:
        `A change of ${[...copy.values()].join(', ')} of ${parent.name} ${via === 'stream' ? 'is not followed' : 'fails'}, since not all ` +
        `${entity.name} items that hold a copy (${name}.copy) are found in ${where}: ${why}.`,
      advice: `Give ${entity.name} an index of all its items with ${[...by.values()].join(', ')} in its partition key, and name that index in ${name}: find.`,
    },
  ]
}

/**
 * Reports parents that are not in the model. Written elsewhere, without knowledge of their children, they would lose
 * the count by a put, and could be removed while they have children.
 */
function unconnected(
  entity: EntityDefinition,
  { name, entity: parent, count, mustExist }: ParentRelation,
  entities: readonly EntityDefinition[],
): Finding[] {
  if ((count === undefined && !mustExist) || entities.includes(parent)) return []
  return [
    {
      code: 'not-connected',
      severity: 'warning',
      entity: entity.name,
      message:
        `${entity.name} belongs to ${parent.name} (${name}), which is not in this model: where ${parent.name} is written ` +
        `without ${entity.name}, a put loses its count, and a remove succeeds although items belong to it.`,
      advice: `Put ${parent.name} and ${entity.name} into the same model, and write both through it.`,
    },
  ]
}

/** Reports counters that number everything in one place, where every number is a write. */
function crowdedCounters({ name, sequence, expect }: EntityDefinition): Finding[] {
  const expected = expect?.writesPerSecond ?? 0
  if (expected * 2 <= numbersPerSecond) return []
  return sequence.flatMap((rule): Finding[] => {
    if (rule.of !== undefined || rule.key.attributes.length > 0) return []
    return [
      {
        code: 'hot-partition',
        severity: expected > numbersPerSecond ? 'error' : 'warning',
        entity: name,
        message:
          `All items of ${name} are numbered (${rule.attribute}) by one counter, which takes ${numbersPerSecond} numbers a ` +
          `second at the very most, but ${expected} are expected; writes that compete for a number start over.`,
        advice:
          'Use ids that sort by time if gaps do no harm, or number by a counter of a parent (of: …) or of an attribute in its key.',
      },
    ]
  })
}
