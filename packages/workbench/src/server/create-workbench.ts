import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { NewConnection } from '../shared/api.ts'
import { systemNow } from '../util/clock.ts'
import { AccessGuard, requireOwnHost, requireOwnOrigin } from './access-guard.ts'
import { answerApi } from './answer-api.ts'
import { ApiError } from './api-error.ts'
import type { Connection } from './connection.ts'
import { Connections } from './connections.ts'
import { ImportedFiles } from './imported-files.ts'
import type { ModelSource } from './known-model.ts'
import { KnownModels } from './known-models.ts'
import { PageFiles } from './page-files.ts'
import { pageFolder } from './page-folder.ts'
import type { Sample } from './sample.ts'
import type { WorkbenchContext } from './workbench-context.ts'
import { refusedPage, sendError, sendFile, sendOn, sendPage } from './write-response.ts'

/** The options for creating a workbench. */
export interface WorkbenchOptions {
  readonly version: string
  /** The databases to explore; the first one is selected initially. */
  readonly connections: readonly Connection[]
  /**
   * Returns further databases to explore. Called repeatedly, since they change: a region appears with its first table.
   */
  readonly others?: (() => Promise<readonly Connection[]>) | undefined
  /** Whether all changes are forbidden, whatever the page requests. */
  readonly readOnly?: boolean
  /** The folder with the files of the page; by default the one in this package. */
  readonly page?: string
  /** The source of the model: a file. */
  readonly modelSource?: ModelSource | undefined
  readonly samples?: readonly Sample[]
  readonly profiles?: () => readonly string[]
  /** Connects to another database; if absent, the page cannot add connections. */
  readonly openConnection?: (wanted: NewConnection) => Promise<Connection>
  readonly createSecret?: () => string
  readonly now?: () => number
  readonly timer?: () => number
  /** Called with internal errors. */
  readonly onError?: (error: unknown) => void
  /** Called with a new token when somebody opens a link that was already used. */
  readonly onUsedLink?: (token: string) => void
}

/** The handler that serves the page and its API. */
export interface Workbench {
  /** Handles every request of a Node server. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Issues a token for a link to the page, `/?token=…`, which can be opened once. */
  issueToken(): string
  /** Closes the connections. The databases of this process stay open. */
  close(): Promise<void>
}

/** Creates the handler of a workbench. */
export function createWorkbench(options: WorkbenchOptions): Workbench {
  const { version, readOnly = false, page = pageFolder(), timer = () => performance.now() } = options
  const { createSecret = () => randomBytes(24).toString('base64url'), onError = () => {} } = options
  // Cookies do not distinguish ports: another workbench on this machine must not overwrite this one's.
  const suffix = createSecret().replaceAll(/\W/g, '').slice(0, 8)
  const guard = new AccessGuard({ createSecret, cookieName: () => `monotable-${suffix}` })
  const files = new PageFiles(page)
  const { samples = [], profiles = () => [], openConnection = refuseConnection, now = systemNow } = options
  const models = new KnownModels(options.modelSource, samples)
  const findModel = (table: string) => models.describe(table)
  const connections = new Connections(options.connections, {
    ...{ readOnly, findModel, timer, now },
    others: options.others,
  })
  const context: WorkbenchContext = {
    ...{ version, readOnly, connections, models, samples, imported: new ImportedFiles() },
    ...{ profiles, openConnection, timer, now },
  }
  const site = { guard, files, context, onUsedLink: options.onUsedLink ?? (() => {}) }
  return {
    handle: (request, response) => {
      answer(site, request, response).catch((error: unknown) => {
        if (!(error instanceof ApiError)) onError(error)
        sendError(response, error)
      })
    },
    issueToken: () => guard.issueToken(),
    close: async () => {
      for (const { connection } of connections.all()) {
        if (connection.kind !== 'embedded') await connection.close?.()
      }
    },
  }
}

interface Site {
  readonly guard: AccessGuard
  readonly files: PageFiles
  readonly context: WorkbenchContext
  readonly onUsedLink: (token: string) => void
}

async function answer(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  requireOwnHost(request.headers)
  const url = readUrl(request)
  const token = url.searchParams.get('token')
  const isKnown = site.guard.isKnown(request.headers)
  if (url.pathname === '/' && token !== null && request.method === 'GET') {
    enter(site, { token, isKnown }, { request, response })
    return
  }
  if (url.pathname.startsWith('/api/')) {
    requireOwnOrigin(request.headers)
    if (!isKnown) throw new ApiError(401, 'NotKnown', 'Open the link shown in the terminal.')
    return answerApi(site.context, { request, response, url })
  }
  if (!isKnown) {
    sendPage(response, 401, refusedPage)
    return
  }
  const file = request.method === 'GET' ? await site.files.find(url.pathname) : undefined
  if (file === undefined) throw new ApiError(404, 'NotFound', 'There is no such page.')
  sendFile(request, response, file)
}

/** Exchanges the token of a link for a cookie, and redirects to the page without the token. */
function enter(
  { guard, onUsedLink }: Site,
  { token, isKnown }: { readonly token: string; readonly isKnown: boolean },
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): void {
  const exchanged = guard.exchange(token)
  const cookie = typeof exchanged === 'object' ? exchanged.cookie : undefined
  if (cookie !== undefined || isKnown) {
    sendOn(request, response, cookie)
    return
  }
  if (exchanged === 'used') onUsedLink(guard.issueToken())
  sendPage(response, 401, refusedPage)
}

function readUrl({ url = '/' }: IncomingMessage): URL {
  try {
    return new URL(url.replace(/^\/+/, '/'), 'http://workbench')
  } catch {
    throw new ApiError(400, 'InvalidRequest', 'The address cannot be understood.')
  }
}

async function refuseConnection(): Promise<Connection> {
  throw new ApiError(409, 'NotAllowed', 'This workbench cannot connect to other databases.')
}
