import { schemaLock } from '../documents/schema-lock.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { requireKind } from '../entities/require-options.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import type { AnyModel } from '../model.ts'
import { ModelError } from '../model-error.ts'
import { digestText } from '../util/digest-text.ts'

/** The migration of one table. */
export interface Job {
  readonly table: TableDefinition
  readonly entities: readonly EntityDefinition[]
  readonly versionOf: (entity: EntityDefinition) => number
  readonly goal: string
  readonly design: string
}

/** The entities of a model, and the version to migrate them to; by default, all to the current one. */
export interface JobChoice {
  readonly entities?: readonly string[] | undefined
  readonly version?: number | undefined
}

/** Returns the jobs of a migration, one for each table. */
export function jobsOf(model: AnyModel, { entities: names, version }: JobChoice): Job[] {
  const all = entitiesOf(model)
  const unknown = names?.find((name) => !all.some((entity) => entity.name === name))
  if (unknown !== undefined) {
    const known = all.map(({ name }) => name).join(', ')
    throw new ModelError('DEFINITION', `There is no entity "${unknown}"; the model has ${known}`, {
      subject: unknown,
    })
  }
  const wanted = all.filter(({ name }) => names === undefined || names.includes(name))
  const versionOf = (entity: EntityDefinition) =>
    Math.min(version ?? Number.POSITIVE_INFINITY, currentOf(entity))
  return tablesOf(wanted).map((table) => {
    if (table.periods !== undefined) throw manyTables(table)
    const entities = wanted.filter((entity) => entity.table === table)
    return { table, entities, versionOf, goal: goalOf(entities, versionOf), design: designOf(model, table) }
  })
}

/** Returns the tables of a model that can be migrated. */
export function modelTables(model: AnyModel): TableDefinition[] {
  return tablesOf(entitiesOf(model)).filter(({ periods }) => periods === undefined)
}

/** Returns the error for a table that is one for each period. */
export function manyTables({ name }: TableDefinition): ModelError<'DEFINITION'> {
  const message =
    `${name} has a table for each period: choose one with inPeriod(model, '2026-01'), or --period on the command line. ` +
    'To process only the other tables, name what to process'
  return new ModelError('DEFINITION', message, { subject: name })
}

/**
 * Restores the job that was begun on a table from its stored state, also if it leads back to an older version, or
 * covers only some entities. The model has to be the same: with a newer version in it, a migration forward would look
 * like a rollback.
 */
export function jobOfState(
  model: AnyModel,
  table: TableDefinition,
  { goal, design }: Pick<Job, 'goal' | 'design'>,
): Job {
  if (design !== designOf(model, table)) {
    const message = `${table.name}: the run to resume leads to "${goal}" of another model; start a new run instead`
    throw new ModelError('DEFINITION', message, { subject: table.name })
  }
  const versions = new Map<EntityDefinition, number>()
  let rest = goal
  for (const entity of entitiesOf(model).filter((one) => one.table === table)) {
    if (!rest.startsWith(`${entity.name}@`)) continue
    const [matched, version] = /^(\d+)(?: |$)/.exec(rest.slice(entity.name.length + 1)) ?? []
    if (matched === undefined) continue
    versions.set(entity, Number(version))
    rest = rest.slice(entity.name.length + 1 + matched.length)
  }
  const versionOf = (entity: EntityDefinition) => versions.get(entity) ?? currentOf(entity)
  return { table, entities: [...versions.keys()], versionOf, goal, design }
}

/**
 * Returns a fingerprint of everything that the stored items of a table depend on. It also covers changes without a new
 * version, such as an added index.
 */
export function designOf(model: AnyModel, { name }: TableDefinition): string {
  const { tables, entities } = schemaLock(model)
  const own = Object.entries(entities).filter(([entity]) => entity.startsWith(`${name}/`))
  return digestText(JSON.stringify([tables[name], own]))
}

function goalOf(entities: readonly EntityDefinition[], versionOf: Job['versionOf']): string {
  return entities.map((entity) => `${entity.name}@${versionOf(entity)}`).join(' ')
}

function currentOf({ evolution }: EntityDefinition): number {
  return evolution?.current ?? 1
}

/** Returns the entities of a model; refuses anything else, such as a connection. */
export function entitiesOf({ entities }: AnyModel): EntityDefinition[] {
  requireKind('The second argument', 'a model', entities)
  return Object.values(entities).map(({ definition }) => definition)
}

function tablesOf(entities: readonly EntityDefinition[]): TableDefinition[] {
  return [...new Set(entities.map((entity) => entity.table))]
}
