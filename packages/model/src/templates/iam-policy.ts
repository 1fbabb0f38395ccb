import type {
  EntityDescription,
  LookupDescription,
  ModelDescription,
  PatternDescription,
  TableDescription,
  TemplatePart,
} from '../documents/model-description.ts'
import { ModelError } from '../model-error.ts'
import { groupBy } from '../util/group-by.ts'
import { capitalWords, createNames } from './unique-names.ts'

/** An IAM policy, as a JSON value. */
export interface IamPolicy {
  readonly Version: '2012-10-17'
  readonly Statement: readonly IamStatement[]
}

export interface IamStatement {
  readonly Sid: string
  readonly Effect: 'Allow'
  readonly Action: readonly string[]
  readonly Resource: readonly string[]
  readonly Condition?: { readonly [operator: string]: { readonly [key: string]: readonly string[] } }
}

/** What a policy is for. */
export interface IamOptions {
  /** The names of entities and patterns to allow; by default all. */
  readonly only?: readonly string[] | undefined
  /** Whether entities may only be read. */
  readonly readOnly?: boolean | undefined
  /**
   * Whether the policy is also for a handler of the tables' streams, which reads them and writes what follows from
   * changes. Entities that it derives by `derive` have to be allowed in addition.
   */
  readonly handler?: boolean | undefined
  readonly region?: string | undefined
  readonly account?: string | undefined
  /** By default that of the region: `aws`, `aws-cn`, `aws-eusc`, `aws-us-gov`. */
  readonly partition?: string | undefined
}

const readActions = ['GetItem', 'BatchGetItem']
const streamActions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams']
const ledgerActions = ['GetItem', 'BatchGetItem', 'UpdateItem', 'ConditionCheckItem']
const writeActions = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'BatchWriteItem']

/**
 * Returns the least privileges that a model needs: a statement for each pattern, on its index, and one for each entity,
 * on the table. If partition keys begin with text, only such partitions are allowed.
 */
export function iamPolicy({ tables }: ModelDescription, options: IamOptions = {}): IamPolicy {
  const sid = createNames((name) => capitalWords(name) || 'Statement')
  const wanted = selection(tables, options.only)
  const statements = tables.flatMap((table) => [
    ...table.patterns
      .filter(({ name }) => wanted(name))
      .flatMap((pattern) => patternStatements(table, pattern, options)),
    ...table.entities
      .filter(({ name, verb }) => wanted(name) || wanted(verb))
      .flatMap((entity) => entityStatements(entity, table, tables, options)),
    ...(options.handler === true ? handlerStatements(table, options) : []),
  ])
  return {
    Version: '2012-10-17',
    Statement: statements.map(({ Sid, ...rest }) => ({ Sid: sid(Sid), ...rest })),
  }
}

function selection(
  tables: readonly TableDescription[],
  only: readonly string[] | undefined,
): (name: string) => boolean {
  if (only === undefined) return () => true
  const known = tables.flatMap(({ entities, patterns }) => [
    ...patterns.map(({ name }) => name),
    ...entities.flatMap(({ name, verb }) => [name, verb]),
  ])
  const unknown = only.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const message = `There is no entity or pattern "${unknown}"; the model has ${[...new Set(known)].join(', ')}`
    throw new ModelError('DEFINITION', message, { subject: unknown })
  }
  return (name) => only.includes(name)
}

function patternStatements(
  table: TableDescription,
  pattern: PatternDescription,
  options: IamOptions,
): IamStatement[] {
  const { name, index, operation, members, hydrate } = pattern
  const arn = tableArn(table, options)
  const entities = table.entities.filter((entity) => members.some((member) => member.entity === entity.name))
  const keys = operation === 'Scan' ? undefined : leadingKeys(entities, index)
  const read: IamStatement = {
    Sid: `Read ${name}`,
    Effect: 'Allow',
    Action: [`dynamodb:${operation}`],
    Resource: [index === 'primary' ? arn : `${arn}/index/${index}`],
    ...condition(keys),
  }
  if (hydrate !== true) return [read]
  const whole: IamStatement = {
    Sid: `Hydrate ${name}`,
    Effect: 'Allow',
    Action: ['dynamodb:BatchGetItem'],
    Resource: [arn],
    ...condition(leadingKeys(entities, 'primary')),
  }
  return [read, whole]
}

/**
 * Returns the statements for an entity's verbs: on its own items, on those written along with them, and on what they
 * query.
 */
function entityStatements(
  entity: EntityDescription,
  table: TableDescription,
  tables: readonly TableDescription[],
  options: IamOptions,
): IamStatement[] {
  const isReadOnly = options.readOnly === true
  const lookups = (entity.lookups ?? [])
    .filter(({ kind }) => !isReadOnly || kind === 'versions')
    .filter(({ via }) => via !== 'stream' || options.handler === true)
  const names = [...entity.related, ...lookups.map((lookup) => lookup.entity)]
  const related = isReadOnly
    ? []
    : tables.flatMap((other) =>
        other.entities.filter(({ name }) => names.includes(name)).map((one) => ({ one, other })),
      )
  const own = leadingKeys([entity, ...related.map(({ one }) => one)], 'primary')
  const beside = [
    ...(isReadOnly ? [] : entity.markers.map(({ key }) => key[0])),
    ...lookups.flatMap(({ kind, pk }) => (kind === 'versions' ? pk : [])),
  ].map((part) => keyPattern(part?.parts ?? []))
  const used = new Set([table, ...related.map(({ other }) => other)])
  const actions = isReadOnly ? readActions : [...readActions, ...writeActions]
  const use: IamStatement = {
    Sid: `${isReadOnly ? 'Read' : 'Use'} ${entity.verb}`,
    Effect: 'Allow',
    Action: actions.map((action) => `dynamodb:${action}`),
    Resource: [...used].map((one) => tableArn(one, options)),
    ...condition(own && [...new Set([...own, ...beside])]),
  }
  return [use, ...findStatements(entity, lookups, tables, options)]
}

/** Returns what every handler needs of a table: to read its stream, and to store its progress. */
function handlerStatements(table: TableDescription, options: IamOptions): IamStatement[] {
  const arn = tableArn(table, options)
  const allow = (what: string, actions: readonly string[], resource: string): IamStatement => ({
    Sid: `${what} ${table.name}`,
    Effect: 'Allow',
    Action: actions.map((action) => `dynamodb:${action}`),
    Resource: [resource],
  })
  return [
    allow('Follow', streamActions, `${arn}/stream/*`),
    { ...allow('Keep ledger in', ledgerActions, arn), ...condition(['LEDGER#*']) },
  ]
}

/** Returns a statement for each table and index that is queried. */
function findStatements(
  { verb }: EntityDescription,
  lookups: readonly LookupDescription[],
  tables: readonly TableDescription[],
  options: IamOptions,
): IamStatement[] {
  return [...groupBy(lookups, ({ table, index }) => JSON.stringify([table, index])).values()].flatMap(
    (group) => {
      const [{ table: name, index }] = group as [LookupDescription]
      const table = tables.find((one) => one.name === name)
      if (table === undefined) return []
      const keys = group.map(({ pk: [part, ...more] }) =>
        part === undefined || part.plain || more.length > 0 ? '*' : keyPattern(part.parts),
      )
      const arn = tableArn(table, options)
      return [
        {
          Sid: `Find for ${verb}`,
          Effect: 'Allow',
          Action: ['dynamodb:Query'],
          Resource: [index === 'primary' ? arn : `${arn}/index/${index}`],
          ...condition(keys.includes('*') ? undefined : [...new Set(keys)]),
        },
      ]
    },
  )
}

function tableArn(
  { name, periods }: TableDescription,
  { region = '*', account = '*', partition = partitionOf(region) }: IamOptions,
): string {
  return `arn:${partition}:dynamodb:${region}:${account}:table/${name}${periods === undefined ? '' : '-*'}`
}

/**
 * Returns the partition of a region. In isolated regions, ARNs begin with a different word; a policy without it would
 * allow nothing.
 */
function partitionOf(region: string): string {
  const [apart] = /^(?:cn|eusc|us-gov)(?=-)/.exec(region) ?? []
  return apart === undefined ? 'aws' : `aws-${apart}`
}

/** Returns the patterns of partition keys; `undefined` when they can be anything, or consist of several attributes. */
function leadingKeys(entities: readonly EntityDescription[], index: string): string[] | undefined {
  const keys = entities.map((entity) => {
    const key = index === 'primary' ? entity.key : entity.indexes.find((one) => one.index === index)
    const [part, ...more] = key?.pk ?? []
    return part === undefined || part.plain || more.length > 0 ? undefined : keyPattern(part.parts)
  })
  if (keys.some((key) => key === undefined || key === '*')) return undefined
  return [...new Set(keys as string[])]
}

/** Returns a template as an IAM pattern: a wildcard for each slot, and special characters escaped. */
function keyPattern(parts: readonly TemplatePart[]): string {
  const text = parts.map((part) => ('slot' in part ? '*' : part.text.replaceAll(/[*?$]/g, escapeCharacter)))
  return text.join('').replaceAll(/\*{2,}/g, '*')
}

function escapeCharacter(character: string): string {
  return `\${${character}}`
}

function condition(keys: readonly string[] | undefined): Pick<IamStatement, 'Condition'> {
  if (keys === undefined) return {}
  return { Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } } }
}
