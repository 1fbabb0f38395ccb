import type {
  IndexDescription,
  KeyAttributeDescription,
  ModelDescription,
  TableDescription,
} from '../documents/model-description.ts'
import { quoteText } from '../documents/quote-text.ts'
import { provisionedUnits, type TableSettings } from './table-settings.ts'
import { capitalWords, createNames } from './unique-names.ts'

/**
 * Returns the tables of a model as a construct of the AWS CDK, in TypeScript: `new Tables(stack, 'Tables')`. The
 * construct has a property for each table, on which to grant permissions.
 */
export function cdkSource({ tables }: ModelDescription, settings: TableSettings = {}): string {
  const member = createNames(propertyName, taken)
  const construct = createNames((name) => `${capitalWords(name)}Table`)
  const members = tables.map((table) => ({ table, name: member(table.name), id: construct(table.name) }))
  return [
    `import { RemovalPolicy } from 'aws-cdk-lib'`,
    `import * as dynamodb from 'aws-cdk-lib/aws-dynamodb'`,
    `import { Construct } from 'constructs'`,
    '',
    '/** The tables of the model. */',
    'export class Tables extends Construct {',
    ...members.map(({ name }) => `  readonly ${name}: dynamodb.TableV2`),
    '',
    '  constructor(scope: Construct, id: string) {',
    '    super(scope, id)',
    ...members.flatMap((one) => tableLines(one, settings)),
    '  }',
    '}',
    '',
  ].join('\n')
}

/** Names that a construct has already, or that a class cannot have. */
const taken = ['node', 'with', 'toString', 'constructor']

/** A table, its property in the construct, and the id of its own construct. */
interface TableMember {
  readonly table: TableDescription
  readonly name: string
  readonly id: string
}

function propertyName(name: string): string {
  const words = capitalWords(name)
  return /^[A-Z]/.test(words) ? words.slice(0, 1).toLowerCase() + words.slice(1) : `table${words}`
}

function tableLines({ table, name, id }: TableMember, settings: TableSettings): string[] {
  const [pk] = table.key.pk
  const [sk] = table.key.sk
  const globals = table.indexes.filter(({ kind }) => kind === 'global')
  const locals = table.indexes.filter(({ kind }) => kind === 'local')
  const { stream, recovery, protection } = settings
  const props = [
    `tableName: ${quoteText(table.name)},`,
    `partitionKey: ${attribute(pk)},`,
    ...(sk === undefined ? [] : [`sortKey: ${attribute(sk)},`]),
    `billing: ${billing(settings)},`,
    ...listLines('globalSecondaryIndexes', globals, globalLines),
    ...listLines('localSecondaryIndexes', locals, localLines),
    ...(table.ttlAttribute === undefined ? [] : [`timeToLiveAttribute: ${quoteText(table.ttlAttribute)},`]),
    ...(stream === undefined ? [] : [`dynamoStream: dynamodb.StreamViewType.${stream},`]),
    ...(recovery === true ? ['pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },'] : []),
    ...(protection === true ? ['deletionProtection: true,'] : []),
    'removalPolicy: RemovalPolicy.RETAIN,',
  ]
  return [
    `    this.${name} = new dynamodb.TableV2(this, ${quoteText(id)}, {`,
    ...props.map((line) => `      ${line}`),
    '    })',
  ]
}

function billing(settings: TableSettings): string {
  const units = provisionedUnits(settings)
  if (units === undefined) return 'dynamodb.Billing.onDemand()'
  const fixed = (count: number) => `dynamodb.Capacity.fixed(${count})`
  // A table of this kind can be replicated to several regions, for which a fixed write capacity is refused.
  const write = `dynamodb.Capacity.autoscaled({ minCapacity: ${units.writeUnits}, maxCapacity: ${units.writeUnits} })`
  return `dynamodb.Billing.provisioned({ readCapacity: ${fixed(units.readUnits)}, writeCapacity: ${write} })`
}

function listLines(
  name: string,
  indexes: readonly IndexDescription[],
  linesOf: (index: IndexDescription) => string[],
): string[] {
  if (indexes.length === 0) return []
  const elements = indexes.flatMap((index) => ['{', ...linesOf(index).map((line) => `  ${line}`), '},'])
  return [`${name}: [`, ...elements.map((line) => `  ${line}`), '],']
}

function globalLines(index: IndexDescription): string[] {
  return [
    `indexName: ${quoteText(index.name)},`,
    ...halfLines('partitionKey', index.pk),
    ...halfLines('sortKey', index.sk),
    ...projectionLines(index),
  ]
}

function localLines(index: IndexDescription): string[] {
  return [
    `indexName: ${quoteText(index.name)},`,
    ...halfLines('sortKey', index.sk),
    ...projectionLines(index),
  ]
}

function halfLines(name: string, attributes: readonly KeyAttributeDescription[]): string[] {
  if (attributes.length === 0) return []
  if (attributes.length === 1) return [`${name}: ${attribute(attributes[0])},`]
  return [`${name}s: [`, ...attributes.map((one) => `  ${attribute(one)},`), '],']
}

function projectionLines({ projection }: IndexDescription): string[] {
  if (projection === 'ALL') return ['projectionType: dynamodb.ProjectionType.ALL,']
  if (projection === 'KEYS_ONLY') return ['projectionType: dynamodb.ProjectionType.KEYS_ONLY,']
  const names = (projection as readonly string[]).map(quoteText).join(', ')
  return ['projectionType: dynamodb.ProjectionType.INCLUDE,', `nonKeyAttributes: [${names}],`]
}

const typeNames = { S: 'STRING', N: 'NUMBER', B: 'BINARY' } as const

function attribute(given: KeyAttributeDescription | undefined): string {
  const { name = '', type = 'S' } = given ?? {}
  return `{ name: ${quoteText(name)}, type: dynamodb.AttributeType.${typeNames[type]} }`
}
