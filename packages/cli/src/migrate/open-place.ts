import type { ModelClient } from '@monotable/model'
import { endpointPort } from '@monotable/model/endpoint'
import { withinTime } from '../endpoint-client.ts'
import { reportSilence } from '../messages/report-silence.ts'
import { describeStore, openStore } from '../place/store.ts'
import type { TablePlace } from '../place/table-place.ts'
import { readCredentials } from '../transfer/read-credentials.ts'
import { connect, type TableConnection, withRetries } from '../transfer/table-connection.ts'

/** An open connection to the tables of a model: a client for the model, and a sender for everything else. */
export interface OpenPlace {
  readonly client: ModelClient
  /** For operations that the model does not use. */
  readonly send: TableConnection['send']
  readonly name: string
  close(): Promise<void>
}

/** The model's own access to an endpoint, for any operation. */
interface EndpointPort {
  send(operation: string, input: object, options: { readonly abortSignal: AbortSignal }): Promise<unknown>
}

/** Opens the place that the options name. */
export async function openPlace(place: TablePlace): Promise<OpenPlace> {
  const { endpoint, store, region, profile } = place
  if (store === undefined) {
    const { send, name, close } = await connect(place)
    const credentials = readCredentials(process.env, { profile, endpoint })
    const port = endpointPort({ endpoint, region, credentials }) as EndpointPort
    const ask: TableConnection['send'] = (operation, input) =>
      withinTime(endpoint, (abortSignal) => port.send(operation, input, { abortSignal }))
    // A single broken connection must not end hours of work.
    const client = { send: withRetries(reportSilence(endpoint, ask)) }
    return { client, send, name, close }
  }
  const db = await openStore(store, { region, create: false })
  const caller = { region, accountId: '000000000000' }
  return {
    client: db,
    send: async (operation, input) => JSON.parse((await db.execute(operation, input, caller)) || '{}'),
    name: describeStore(store),
    close: () => db.close(),
  }
}
