import type { Database } from '@monotable/engine'
import { ServiceError, type ServiceErrorName } from '@monotable/protocol'
import { createHttpClient, type HttpClient } from '../../conformance/http-client.ts'
import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { ServerProcess } from './server-process.ts'

/** Several servers as if they were one database: each request goes to any of them. */
export class ServerPool {
  readonly #clients = new Map<ServerProcess, HttpClient>()
  readonly #random: SeededRandom

  constructor(servers: readonly ServerProcess[], random: SeededRandom) {
    this.#random = random
    for (const server of servers) this.add(server)
  }

  add(server: ServerProcess): void {
    const credentials = { region: 'us-east-1', accessKeyId: 'torture', secretAccessKey: 'torture' }
    this.#clients.set(server, createHttpClient({ endpoint: server.url, ...credentials }))
  }

  /** No more requests go to a server. */
  remove(server: ServerProcess): void {
    this.#clients.delete(server)
  }

  /** All servers, as the clients of the simulation want a database. */
  any(): Database {
    return asDatabase(() => this.#random.pick([...this.#clients.values()]))
  }

  /** One of them. */
  only(server: ServerProcess): Database {
    return asDatabase(() => this.#clients.get(server) as HttpClient)
  }

  close(): void {
    for (const client of this.#clients.values()) client.close()
  }
}

function asDatabase(choose: () => HttpClient): Database {
  const execute: Database['execute'] = async (operation, input) => {
    const answer = await choose()
      .call(operation, input)
      .catch((cause: unknown) => {
        // What became of a request whose connection was lost is not known, as after an error of the server.
        throw new ServiceError('InternalServerError', `the connection was lost: ${cause}`, { cause })
      })
    if ('output' in answer) return answer.output === '' ? '' : JSON.stringify(answer.output)
    const { name, message, fields } = answer.error
    throw new ServiceError(name as ServiceErrorName, message, { fields: fields as object })
  }
  return { execute } as Pick<Database, 'execute'> as Database
}
