import { createErrorLog } from '../messages/error-log.ts'
import type { OpenedDatabase } from '../open-database.ts'
import { readVersion } from '../version.ts'

/** A server's database, and the options for its workbench. */
export interface BesideOptions {
  readonly db: OpenedDatabase
  readonly address: string
  /** The address that the server listens on. */
  readonly endpoint: string
  /** Whether requests are remembered, and can be shown. */
  readonly observes: boolean
  readonly port: number | undefined
  readonly open: boolean
  /** Whether a program reads the output. */
  readonly json: boolean
}

/** A workbench that runs beside a server. */
export interface WorkbenchBeside {
  close(): Promise<void>
}

/**
 * Serves the workbench beside a server that is already listening, and prints its link. If the workbench cannot be
 * served, the server keeps running.
 */
export async function serveBeside(options: BesideOptions): Promise<WorkbenchBeside | undefined> {
  const { db, address, endpoint, observes, port, open, json } = options
  const print = json ? printForPrograms : printLink
  try {
    const { startWorkbench } = await import('./start-workbench.ts')
    const served = await startWorkbench({
      version: readVersion(),
      port,
      readOnly: false,
      embedded: { db, name: 'This server', address, endpoint, observes },
      environment: process.env,
      onNewLink: print,
      onError: createErrorLog({ write: (text) => process.stderr.write(text), now: () => performance.now() }),
    })
    const link = served.link()
    print(link)
    if (open) (await import('./open-browser.ts')).openBrowser(link)
    return served
  } catch (error) {
    process.stderr.write(`monotable: the workbench cannot start. ${explainPort(error, port)}\n`)
    return undefined
  }
}

/** Explains why the page is not available; the server still is. */
function explainPort(error: unknown, port: number | undefined): string {
  const { code, message } = error as NodeJS.ErrnoException
  const advice = 'Use another --workbench-port, or 0 for any free one.'
  if (code === 'EADDRINUSE' && port !== undefined) return `Port ${port} is in use. ${advice}`
  if (code === 'EACCES' && port !== undefined) return `This user may not listen on port ${port}. ${advice}`
  return message
}

/** Prints a link to the page, for a person. */
export function printLink(link: string): void {
  process.stdout.write(`Workbench: ${link} (works once)\n`)
}

function printForPrograms(workbench: string): void {
  process.stdout.write(`${JSON.stringify({ workbench })}\n`)
}

/** Fills a database with a sample; returns what is wrong with the sample, if anything. */
export async function fillWithSample(
  name: string,
  { db, address, observes }: Pick<BesideOptions, 'db' | 'address' | 'observes'>,
): Promise<string | undefined> {
  try {
    const { loadSample } = await import('./start-workbench.ts')
    const loaded = await loadSample(name, { db, name: 'This server', address, observes })
    return typeof loaded === 'string' ? loaded : undefined
  } catch (error) {
    return `the sample cannot be loaded: ${(error as Error).message}`
  }
}
