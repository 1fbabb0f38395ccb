import type { EntityDefinition, ParentRelation } from '../entities/entity-definition.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import type { AnyModel } from '../model.ts'
import { ModelError } from '../model-error.ts'
import type { Constraint } from '../relations/plan-unique.ts'
import { designOf, entitiesOf, manyTables } from './migration-job.ts'

/** A uniqueness constraint whose markers are to be corrected. */
export interface ConstraintJob {
  /** `Customer.email` */
  readonly name: string
  readonly entity: EntityDefinition
  readonly constraint: Constraint
}

/** A count of children that is to be corrected. */
export interface CountJob {
  /** `Order.customer` */
  readonly name: string
  /** The entity of the items that are counted. */
  readonly entity: EntityDefinition
  readonly relation: ParentRelation
  readonly count: string
}

/** What to correct in one table: markers, and the counts of its parents. */
export interface RecountJob {
  readonly table: TableDefinition
  readonly constraints: readonly ConstraintJob[]
  readonly counts: readonly CountJob[]
  readonly goal: string
  readonly design: string
}

/** Returns the jobs of a recount, one for each table: for all that a model declares, or for what is named. */
export function recountJobs(model: AnyModel, names: readonly string[] | undefined): RecountJob[] {
  const entities = entitiesOf(model)
  const isWanted = ({ name }: { readonly name: string }) => names?.includes(name) ?? true
  const constraints = entities.flatMap(constraintsOf)
  const counts = entities.flatMap(countsOf)
  const known = [...constraints, ...counts.filter(isKeptHere)].map(({ name }) => name)
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined) throw nothingSuch(unknown, known, counts)
  const wanted = {
    constraints: constraints.filter(isWanted),
    counts: counts.filter((one) => isKeptHere(one) && isWanted(one)),
  }
  for (const { name, entity } of wanted.constraints) requireOnePlace(name, entity)
  for (const { name, entity, relation } of wanted.counts) {
    requireOnePlace(name, entity)
    requireOnePlace(name, relation.entity)
  }
  return tablesOf(wanted).map((table) => {
    const own = {
      constraints: wanted.constraints.filter(({ entity }) => entity.table === table),
      counts: wanted.counts.filter(({ relation }) => relation.entity.table === table),
    }
    const goal = [...own.constraints, ...own.counts].map(({ name }) => name).join(' ')
    return { table, ...own, goal, design: designOf(model, table) }
  })
}

function constraintsOf(entity: EntityDefinition): ConstraintJob[] {
  return entity.unique.map((constraint) => ({
    name: `${entity.name}.${constraint.name}`,
    entity,
    constraint,
  }))
}

function countsOf(entity: EntityDefinition): CountJob[] {
  return [...entity.belongsTo.values()].flatMap((relation) => {
    const { count, name } = relation
    return count === undefined ? [] : [{ name: `${entity.name}.${name}`, entity, relation, count }]
  })
}

/** Counts kept by the stream are excluded: the stream lags by some changes, and only it knows how many. */
function isKeptHere({ relation }: CountJob): boolean {
  return relation.via === 'transaction'
}

function tablesOf({ constraints, counts }: Pick<RecountJob, 'constraints' | 'counts'>): TableDefinition[] {
  const entities = [
    ...constraints.map(({ entity }) => entity),
    ...counts.map(({ relation }) => relation.entity),
  ]
  return [...new Set(entities.map(({ table }) => table))]
}

function nothingSuch(name: string, known: readonly string[], counts: readonly CountJob[]): ModelError {
  const isStreamed = counts.some((one) => one.name === name)
  const why = isStreamed
    ? 'is counted by the stream, and only the stream knows what it has counted'
    : `is neither unique nor counted; the model has ${known.join(', ') || 'none'}`
  return new ModelError('DEFINITION', `"${name}" ${why}`, { subject: name })
}

function requireOnePlace(name: string, { table, spread, name: entity }: EntityDefinition): void {
  if (table.periods !== undefined) throw manyTables(table)
  if (spread?.slot !== 'replica') return
  const message = `${name}: items of ${entity} have replicas, and cannot be recounted`
  throw new ModelError('DEFINITION', message, { subject: name })
}
