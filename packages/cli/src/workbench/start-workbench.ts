import { resolve } from 'node:path'
import {
  type Connection,
  type EmbeddedDatabase,
  type EmbeddedRealms,
  embeddedRealms,
  type NewConnection,
  type ObservableDatabase,
  openSample,
  type ServedWorkbench,
  serveWorkbench,
} from '@monotable/workbench'
import { readAwsProfiles } from './aws-profiles.ts'
import { loadSamples, requireSample } from './load-samples.ts'
import { openConnection } from './open-connection.ts'
import { watchModel } from './watch-model.ts'

/** The options for starting the workbench. */
export interface StartOptions {
  readonly version: string
  readonly port: number | undefined
  readonly readOnly: boolean
  /** The database of this process, if it has one. */
  readonly embedded: EmbeddedPlace | undefined
  /** Another database to connect to. */
  readonly other?: NewConnection | undefined
  readonly modelFile?: string | undefined
  readonly environment: { readonly [name: string]: string | undefined }
  /** Called with what is wrong with the model file at startup; the page shows it too. */
  readonly onModelError?: (message: string) => void
  readonly onNewLink: (link: string) => void
  readonly onError: (error: unknown) => void
}

/** The database of this process, and its name and address for display. */
export interface EmbeddedPlace {
  readonly db: EmbeddedDatabase & ObservableDatabase
  /** Whether the database remembers requests. */
  readonly observes: boolean
  readonly name: string
  readonly address: string
  /** The endpoint where other programs reach it, if it is served. */
  readonly endpoint?: string | undefined
  /** Whether it is read-only until the user switches that off. */
  readonly guarded?: boolean
}

/**
 * Starts the workbench. This file and everything that only the workbench needs form a separate bundle, loaded on
 * demand, so that a server starts no slower.
 */
export async function startWorkbench(options: StartOptions): Promise<ServedWorkbench> {
  const { version, port, readOnly, embedded, other, modelFile, environment, onNewLink, onError } = options
  const connections: Connection[] = []
  const realms = embedded && connectEmbedded(embedded)
  if (realms !== undefined) connections.push(realms.home)
  if (other !== undefined) connections.push(await openConnection(other, environment))
  const modelSource = modelFile === undefined ? undefined : await watchModel(resolve(modelFile))
  const problem = modelSource?.current().error
  if (problem !== undefined) options.onModelError?.(problem)
  const served = await serveWorkbench({
    version,
    port,
    readOnly,
    connections,
    others: realms?.others,
    modelSource,
    samples: await loadSamples(),
    profiles: () => [...readAwsProfiles(environment).keys()],
    openConnection: (wanted) => openConnection(wanted, environment),
    now: Date.now,
    onNewLink,
    onError,
  }).catch((error: unknown) => {
    // Watchers that stay open would keep the process alive.
    modelSource?.close()
    throw error
  })
  return {
    ...served,
    close: async () => {
      modelSource?.close()
      await served.close()
    },
  }
}

function connectEmbedded({ db, ...place }: EmbeddedPlace): EmbeddedRealms {
  return embeddedRealms(db, { ...place, now: Date.now })
}

/** Creates and fills the tables of a sample in a database; returns what prevents it if it cannot. */
export async function loadSample(
  name: string,
  embedded: EmbeddedPlace,
): Promise<{ readonly table: string } | string> {
  return openSample(await requireSample(name), connectEmbedded(embedded).home, Date.now())
}
