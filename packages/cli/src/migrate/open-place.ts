import type { ModelClient } from '@monotable/model'
import { endpointPort } from '@monotable/model/endpoint'
import { openDatabase } from '../open-database.ts'
import { readCredentials } from '../transfer/read-credentials.ts'
import { requireFolder } from '../transfer/require-folder.ts'
import { connect, type TableConnection, type TablePlace } from '../transfer/table-connection.ts'

/** A place where a model's tables are: what the model talks to, and what the rest does. */
export interface OpenPlace {
  readonly client: ModelClient
  /** For operations that the model does not use. */
  readonly send: TableConnection['send']
  readonly name: string
  close(): Promise<void>
}

/** Opens the place that options name. */
export async function openPlace(place: TablePlace): Promise<OpenPlace> {
  const { endpoint, path, region, profile } = place
  if (path === undefined) {
    const { send, name, close } = await connect(place)
    const credentials = readCredentials(process.env, { profile, endpoint })
    return { client: endpointPort({ endpoint, region, credentials }), send, name, close }
  }
  requireFolder(path)
  const db = await openDatabase({ path, region })
  const caller = { region, accountId: '000000000000' }
  return {
    client: db,
    send: async (operation, input) => JSON.parse((await db.execute(operation, input, caller)) || '{}'),
    name: path,
    close: () => db.close(),
  }
}
