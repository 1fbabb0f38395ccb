import type { IndexDefinition, TableDefinition } from '../entities/table-definition.ts'
import type { Finding } from './finding.ts'
import type { ModelFacts } from './model-facts.ts'

/** DynamoDB's limits of a table. */
const limits = { global: 20, local: 5, included: 100, keyAttributes: 4 } as const

/** Checks that DynamoDB would create a table as it is declared. */
export function checkTable(table: TableDefinition): Finding[] {
  const indexes = [...table.indexes.values()]
  const found = [
    ...nameFaults(table),
    ...counts(indexes),
    ...indexes.flatMap((index) => (index.local ? localFaults(table, index) : globalFaults(index))),
    ...typeFaults(table),
  ]
  return found.map(({ index, message, advice }) => ({
    code: 'table-limit',
    severity: 'error',
    table: table.name,
    ...(index !== undefined && { index }),
    message: `${table.name}: ${message}`,
    advice,
  }))
}

/** Checks that all items of a table expire by the same attribute. */
export function checkExpiry({ tables, entities }: ModelFacts): Finding[] {
  return tables.flatMap((table): Finding[] => {
    const own = entities.filter((entity) => entity.table === table)
    const names = [...new Set(own.flatMap(({ ttl }) => ttl?.stored ?? []))]
    if (names.length < 2) return []
    return [
      {
        code: 'table-limit',
        severity: 'error',
        table: table.name,
        message: `${table.name}: its entities expire by ${names.join(' and ')}, but DynamoDB expires the items of a table by one attribute.`,
        advice: `Set ttl: '${names[0]}' in the table, or any other name: the value of each entity's attribute is then stored there as well.`,
      },
    ]
  })
}

interface Fault {
  readonly index?: string
  readonly message: string
  readonly advice: string
}

/** Valid names of tables and indexes; a table of another account is named by its ARN. */
const nameForm = /^[a-zA-Z0-9_.-]{3,255}$/

function nameFaults({ name, indexes }: TableDefinition): Fault[] {
  const advice = 'Use 3 to 255 letters of A to Z, digits, _, - and dots.'
  const faults: Fault[] = [...indexes.keys()]
    .filter((index) => !nameForm.test(index))
    .map((index) => ({ index, message: `"${index}" is not a valid index name.`, advice }))
  if (nameForm.test(name) || name.startsWith('arn:')) return faults
  return [{ message: 'this is not a valid table name.', advice }, ...faults]
}

function counts(indexes: readonly IndexDefinition[]): Fault[] {
  const locals = indexes.filter(({ local }) => local).length
  const globals = indexes.length - locals
  const included = indexes.reduce(
    (total, { projection }) => total + (typeof projection === 'object' ? projection.include.length : 0),
    0,
  )
  const over = (count: number, limit: number, what: string, advice: string): Fault[] =>
    count > limit ? [{ message: `it has ${count} ${what}, and DynamoDB allows ${limit}.`, advice }] : []
  return [
    ...over(
      globals,
      limits.global,
      'global indexes',
      'Let entities share indexes: GSI1PK and GSI1SK can hold a different key for each entity.',
    ),
    ...over(locals, limits.local, 'local indexes', 'Turn some into global indexes.'),
    ...over(
      included,
      limits.included,
      'included attributes in all indexes together',
      "Use projection: 'ALL' where most attributes are included.",
    ),
  ]
}

function localFaults(table: TableDefinition, index: IndexDefinition): Fault[] {
  const own = table.key.pk.map(({ name }) => name).join()
  const faults: Fault[] = []
  if (index.pk.map(({ name }) => name).join() !== own) {
    faults.push({
      index: index.name,
      message: `the local index ${index.name} has the partition key ${index.pk.map(({ name }) => name).join(', ')}; it must be the table's, ${own}.`,
      advice: 'Give it the partition key of the table, or leave out local.',
    })
  }
  if (index.sk.length !== 1 || table.key.sk.length === 0) {
    faults.push({
      index: index.name,
      message: `the local index ${index.name} needs one sort key, and a table that has one.`,
      advice: 'Give both a sort key, or leave out local.',
    })
  }
  return faults
}

function globalFaults({ name, pk, sk }: IndexDefinition): Fault[] {
  if (pk.length <= limits.keyAttributes && sk.length <= limits.keyAttributes) return []
  return [
    {
      index: name,
      message: `${name} has ${pk.length} and ${sk.length} key attributes; at most ${limits.keyAttributes} make each half of a key.`,
      advice: 'Build a key from a template instead of several attributes.',
    },
  ]
}

/** Checks that an attribute has the same type in all keys. */
function typeFaults(table: TableDefinition): Fault[] {
  const types = new Map<string, string>()
  const faults: Fault[] = []
  for (const key of [table.key, ...table.indexes.values()]) {
    for (const { name, type } of [...key.pk, ...key.sk]) {
      const known = types.get(name)
      types.set(name, type)
      if (known === undefined || known === type) continue
      faults.push({
        message: `the key attribute ${name} is declared as ${known} and as ${type}.`,
        advice: 'Give it one type, or another name.',
      })
    }
  }
  return faults
}
