import type { Database } from '@monotable/engine'
import { ServiceError, type ServiceErrorName } from '@monotable/protocol'
import { createHttpClient, type HttpClient } from '../../conformance/http-client.ts'
import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { ServerProcess } from './server-process.ts'

/** Several servers that act as one database: each request goes to any of them. */
export class ServerPool {
  readonly #clients = new Map<ServerProcess, HttpClient>()
  readonly #random: SeededRandom
  /** Errors that the servers returned although nothing was wrong with the request. */
  readonly failures: string[] = []

  constructor(servers: readonly ServerProcess[], random: SeededRandom) {
    this.#random = random
    for (const server of servers) this.add(server)
  }

  add(server: ServerProcess): void {
    const credentials = { region: 'us-east-1', accessKeyId: 'torture', secretAccessKey: 'torture' }
    this.#clients.set(server, createHttpClient({ endpoint: server.url, ...credentials }))
  }

  /** Stops sending requests to a server. */
  remove(server: ServerProcess): void {
    this.#clients.delete(server)
  }

  /** All servers together, as the database that the clients of the simulation expect. */
  any(): Database {
    return this.#asDatabase(() => this.#random.pick([...this.#clients.values()]))
  }

  /** One server, as a database. */
  only(server: ServerProcess): Database {
    return this.#asDatabase(() => this.#clients.get(server) as HttpClient)
  }

  close(): void {
    for (const client of this.#clients.values()) client.close()
  }

  #asDatabase(choose: () => HttpClient): Database {
    const execute: Database['execute'] = async (operation, input) => {
      const answer = await choose()
        .call(operation, input)
        .catch((cause: unknown) => {
          // When a connection is lost, the outcome of its request is unknown, as after an error of the server.
          throw this.#failed(new ServiceError('InternalServerError', `the connection was lost: ${cause}`))
        })
      if ('output' in answer) return answer.output === '' ? '' : JSON.stringify(answer.output)
      const { name, message, fields } = answer.error
      throw this.#failed(
        new ServiceError(name as ServiceErrorName, message, {
          fields: fields as { [name: string]: unknown },
        }),
      )
    }
    return { execute } as Pick<Database, 'execute'> as Database
  }

  #failed(error: ServiceError): ServiceError {
    if (error.name === 'InternalServerError') this.failures.push(error.message)
    return error
  }
}
