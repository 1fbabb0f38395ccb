import { existsSync } from 'node:fs'
import { createDatabase, type Database } from '@monotable/engine'
import { embeddedConnection, type ServedWorkbench, serveWorkbench } from '@monotable/workbench'
import { type Browser, chromium, type Page } from 'playwright-core'

const wellKnown = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where a browser is, if there is one: what CHROMIUM_PATH says, else where it usually is. */
export const chromiumPath: string | undefined = [process.env['CHROMIUM_PATH'], ...wellKnown].find(
  (path) => path !== undefined && existsSync(path),
)

/** A database in memory, the workbench over it, and a browser that looks at it. */
export interface Workbench {
  readonly database: Database
  readonly served: ServedWorkbench
  readonly browser: Browser
  /** Opens a page of its own; everything that it reports as an error is kept in `errors`. */
  readonly open: (options?: OpenOptions) => Promise<Page>
  /**
   * The one page that a file's tests can share, opened anew: nothing of what was shown or stored before is left. It takes
   * a third of what a page of its own does.
   */
  readonly reopen: () => Promise<Page>
  readonly errors: string[]
  readonly close: () => Promise<void>
}

export interface OpenOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
}

type ServeOptions = Parameters<typeof serveWorkbench>[0]

/** Starts all of it on a free port. */
export async function startWorkbench(options: Partial<ServeOptions> = {}): Promise<Workbench> {
  const database = await createDatabase()
  const served = await serveWorkbench({
    version: '0.0.0',
    port: 0,
    connections: [embeddedConnection(database, { name: 'Memory', address: 'in memory' })],
    ...options,
  })
  const browser = await chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const errors: string[] = []
  const open = async ({ width = 1280, height = 800, theme = 'light' }: OpenOptions = {}) => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme })
    const page = await context.newPage()
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      // Chromium gives text that is typed over coloured text in an editor a style of its own; the policy blocks it.
      const isBlockedStyle = message.text().startsWith('Applying inline style violates')
      if (message.type() === 'error' && !isBlockedStyle) errors.push(message.text())
    })
    await page.goto(served.link())
    return page
  }
  let shared: Page | undefined
  return {
    database,
    served,
    browser,
    errors,
    open,
    reopen: async () => {
      if (shared === undefined) {
        shared = await open()
        return shared
      }
      await shared.evaluate(() => localStorage.clear())
      await shared.context().clearCookies()
      await shared.goto('about:blank')
      await shared.goto(served.link())
      return shared
    },
    close: async () => {
      await browser.close()
      await served.close()
      await database.close()
    },
  }
}
