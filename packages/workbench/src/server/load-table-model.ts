import type { FindingModel, IndexModel, KeyModel, TableModel } from '../shared/api.ts'
import { describeKeys, describeVectorIndexes } from '../shared/describe-keys.ts'
import type { WireItem } from '../shared/guess/wire-item.ts'
import { guessModel } from '../shared/guess-model.ts'
import type { TableDescription } from '../shared/table-description.ts'
import { ApiError } from './api-error.ts'
import { type Connection, RefusedError, sendParsed } from './connection.ts'
import { describeTableModel } from './describe-table-model.ts'
import type { KnownModels } from './known-models.ts'

/** The number of items sampled to guess a model: from one place in small tables, from several in larger ones. */
const sampleItems = 400
const samplePlaces = 8
const quietly = { quiet: true }

/**
 * Loads the model of a table for the page: the declared one, or one guessed from its data. Declared models are found by
 * table name, and a table of that name in another database may be a different one; if its keys differ, the model is not
 * used.
 */
export async function loadTableModel(
  connection: Connection,
  table: string,
  models: KnownModels,
): Promise<TableModel> {
  const known = models.find(table)
  try {
    if (known === undefined) return await guessTableModel(connection, await describeTable(connection, table))
    const declared = describeTableModel(known, table)
    const described = await describeTable(connection, table).catch(() => undefined)
    // Patterns can be viewed before the table exists.
    if (described === undefined) return declared
    const fitting = withTableOf(declared, described)
    if (fitting !== undefined) return fitting
    const guessed = await guessTableModel(connection, described)
    // A mismatch is reported only for the user's own model file: samples and imports may match by coincidence.
    return known === models.ofFile ? withOtherKeys(declared, guessed) : guessed
  } catch (error) {
    if (error instanceof RefusedError) throw new ApiError(409, error.name, error.message)
    throw error
  }
}

async function describeTable(connection: Connection, TableName: string): Promise<TableDescription> {
  const { Table } = (await sendParsed(connection, 'DescribeTable', { TableName }, quietly)) as {
    readonly Table: TableDescription
  }
  return Table
}

/** Adapts a declared model to the indexes of the table; `undefined` if the table has different keys. */
function withTableOf(declared: TableModel, described: TableDescription): TableModel | undefined {
  const { key, indexes } = describeKeys(described)
  if (keyNames(key) !== keyNames(declared.key)) return undefined
  const isThere = new Set(indexes.map(({ name }) => name))
  const isDeclared = new Set(declared.indexes.map(({ name }) => name))
  const missing = declared.indexes.filter(({ name }) => !isThere.has(name))
  return {
    ...declared,
    ...describeVectorIndexes(described),
    indexes: [
      ...declared.indexes.filter(({ name }) => isThere.has(name)),
      ...indexes.filter(({ name }) => !isDeclared.has(name)),
    ],
    patterns: declared.patterns.map((pattern) => {
      const finding = missing.filter(({ name }) => name === pattern.index).map(missingIndex)
      if (finding.length === 0) return pattern
      return { ...pattern, state: 'fails', findings: [...finding, ...pattern.findings] }
    }),
    findings: [...missing.map(missingIndex), ...declared.findings],
  }
}

function missingIndex({ name }: IndexModel): FindingModel {
  return {
    code: 'index-not-there',
    severity: 'error',
    subject: name,
    message: `The model has the index ${name}, but the table does not.`,
    advice: 'Add it with `monotable migrate run`, or with UpdateTable.',
  }
}

function withOtherKeys(declared: TableModel, guessed: TableModel): TableModel {
  const finding: FindingModel = {
    code: 'other-keys',
    severity: 'error',
    subject: declared.table,
    message: `The model has the keys ${keyNames(declared.key)}, but the table has ${keyNames(guessed.key)}: the model is not used.`,
    advice: 'Connect to the database that the model is for, or rename the table in the model.',
  }
  return { ...guessed, findings: [finding] }
}

function keyNames({ pk, sk }: KeyModel): string {
  return [...pk, ...sk].map(({ name, type }) => `${name} (${type})`).join(', ')
}

async function guessTableModel(connection: Connection, described: TableDescription): Promise<TableModel> {
  const [items, ttlAttribute] = await Promise.all([
    readSample(connection, described),
    readTtlAttribute(connection, described.TableName),
  ])
  return guessModel(described, items, { ttlAttribute })
}

async function readSample(
  connection: Connection,
  { TableName, ItemCount = 0 }: TableDescription,
): Promise<WireItem[]> {
  // AWS updates the item count of a table only every six hours, so a table that looks empty may hold more.
  const places = ItemCount > sampleItems ? samplePlaces : 1
  const Limit = sampleItems / places
  const pages = await Promise.all(
    Array.from({ length: places }, async (_, Segment) => {
      const part = places === 1 ? {} : { Segment, TotalSegments: places }
      const answer = await sendParsed(connection, 'Scan', { TableName, Limit, ...part }, quietly)
      return (answer as { readonly Items?: readonly WireItem[] }).Items ?? []
    }),
  )
  return pages.flat()
}

/** Returns the TTL attribute. Permission to read a table does not include permission to ask for this. */
async function readTtlAttribute(connection: Connection, TableName: string): Promise<string | undefined> {
  try {
    const { TimeToLiveDescription } = (await sendParsed(
      connection,
      'DescribeTimeToLive',
      { TableName },
      quietly,
    )) as { readonly TimeToLiveDescription?: { readonly AttributeName?: string } }
    return TimeToLiveDescription?.AttributeName
  } catch {
    return undefined
  }
}
