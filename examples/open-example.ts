import { parseArgs } from 'node:util'
import { type AnyModel, createTableInput, type ModelClient } from '@monotable/model'
import { endpointPort } from '@monotable/model/endpoint'
import type { Sample } from '@monotable/workbench'
import { openDatabase } from 'monotable'

/** Where an application stores its data: `--path`, a folder; `--endpoint`, a server; or in memory. */
export interface Place {
  readonly path?: string | undefined
  readonly endpoint?: string | undefined
}

/** A database with an application's tables. */
export interface OpenedExample {
  readonly client: ModelClient
  /** The location of the data, for people. */
  readonly place: string
  readonly close: () => Promise<void>
}

/** Parses the options that examples share, and those of their own. */
export function parseExampleArgs<const Own extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: readonly string[],
  own: Own,
) {
  const options = { path: { type: 'string' }, endpoint: { type: 'string' }, ...own } as const
  try {
    return parseArgs({ args: [...args], options, strict: true }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Parses the port to listen on; a free one by default. */
export function parsePort(text: string | undefined): number {
  const port = text === undefined ? 0 : Number(text)
  return Number.isInteger(port) && port >= 0 && port < 65_536 ? port : refuse(`${text} is no port`)
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

/** Opens the database at a place, creates missing tables of a sample, and fills those. */
export async function openExample(
  sample: Pick<Sample, 'model' | 'load'>,
  { path, endpoint }: Place,
): Promise<OpenedExample> {
  if (endpoint !== undefined) {
    const client = endpointPort({ endpoint })
    await prepareTables(sample, client)
    return { client, place: `at ${endpoint}`, close: async () => {} }
  }
  const database = await openDatabase(path === undefined ? {} : { path })
  await prepareTables(sample, database)
  const place = path === undefined ? 'in memory: it is gone when you stop' : `in the folder ${path}`
  return { client: database, place, close: () => database.close() }
}

/** Creates the tables of a sample in a database; a new table is filled with the sample's data. */
export async function prepareTables(
  sample: Pick<Sample, 'model' | 'load'>,
  client: Exclude<ModelClient, string>,
  nowMs: number = Date.now(),
): Promise<void> {
  const send = client.send.bind(client) as unknown as (operation: string, input: object) => Promise<unknown>
  let isNew = false
  for (const definition of tablesOf(sample.model)) {
    const { name: TableName, ttlAttribute: AttributeName } = definition
    try {
      await send('CreateTable', createTableInput({ definition }))
    } catch (error) {
      if (error instanceof Error && error.name === 'ResourceInUseException') continue
      throw error
    }
    isNew = true
    if (AttributeName === undefined) continue
    await send('UpdateTimeToLive', { TableName, TimeToLiveSpecification: { Enabled: true, AttributeName } })
  }
  if (isNew) await sample.load(client, { nowMs })
}

function tablesOf({ entities }: Pick<AnyModel, 'entities'>) {
  return new Set(Object.values(entities).map(({ definition }) => definition.table))
}
