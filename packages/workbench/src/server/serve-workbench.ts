import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWorkbench, type Workbench, type WorkbenchOptions } from './create-workbench.ts'

/** The options for serving a workbench. */
export interface ServeWorkbenchOptions extends Omit<WorkbenchOptions, 'onUsedLink'> {
  /** The port; by default the first free one from 8100 on. */
  readonly port?: number | undefined
  /** Called with a new link when somebody opens one that was already used. */
  readonly onNewLink?: (link: string) => void
}

/** A workbench that is being served. */
export interface ServedWorkbench {
  readonly port: number
  /** Returns a link to the page; it can be opened once. */
  link(): string
  close(): Promise<void>
}

/** The default port of workbenches. */
export const defaultWorkbenchPort = 8_100
const triedPorts = 100

/** Only this machine has access, since the page can write to databases. */
const host = '127.0.0.1'

/**
 * Serves a workbench to the browsers of this machine.
 *
 * @example
 * import { embeddedConnection } from '@monotable/workbench'
 * const connections = [embeddedConnection(db, { name: 'Music', address: 'in memory' })]
 * const workbench = await serveWorkbench({ version: '1.0.0', port: 0, connections })
 * workbench.link()
 * // 'http://127.0.0.1:…/?token=…'
 * await workbench.close()
 */
export async function serveWorkbench(options: ServeWorkbenchOptions): Promise<ServedWorkbench> {
  const { port: wanted, onNewLink, ...rest } = options
  let port = 0
  const linkOf = (token: string) => `http://${host}:${port}/?token=${token}`
  const workbench = createWorkbench({ ...rest, onUsedLink: (token) => onNewLink?.(linkOf(token)) })
  const server = createServer({ requestTimeout: 120_000, headersTimeout: 30_000 }, workbench.handle)
  port = await listen(server, wanted)
  return {
    port,
    link: () => linkOf(workbench.issueToken()),
    close: () => closeAll(server, workbench),
  }
}

type HttpServer = ReturnType<typeof createServer>

async function listen(server: HttpServer, wanted: number | undefined): Promise<number> {
  for (let candidate = wanted ?? defaultWorkbenchPort; ; candidate++) {
    try {
      return await listenOn(server, candidate)
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (wanted !== undefined || !isTaken || candidate === defaultWorkbenchPort + triedPorts) throw error
    }
  }
}

function listenOn(server: HttpServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

async function closeAll(server: HttpServer, workbench: Workbench): Promise<void> {
  await workbench.close()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
