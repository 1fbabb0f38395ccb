import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createDatabase, type Database } from '@monotable/engine'
import { embeddedConnection, type ServedWorkbench, serveWorkbench } from '@monotable/workbench'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

// The shell first: a whole Chromium draws its own window as well, in processes of their own, and tests take twice as long.
const wellKnown = [
  '/usr/bin/chromium-headless-shell',
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

let launched: Promise<Browser> | undefined

/**
 * The browser of this process, for all files that run in it: to start one takes as long as to open two pages. Whoever
 * opens something in it closes that.
 */
export function launchBrowser(): Promise<Browser> {
  launched ??= launch()
  return launched
}

async function launch(): Promise<Browser> {
  const { TMPDIR: folder = tmpdir() } = process.env
  // It is ended with this process, and has no time to remove what it has made.
  process.env['TMPDIR'] = process.env['MONOTABLE_TESTS_FOLDER'] ?? folder
  try {
    const browser = await chromium.launch({
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    })
    // What ends it shall not fail all files that come later.
    return browser.once('disconnected', () => (launched = undefined))
  } finally {
    process.env['TMPDIR'] = folder
  }
}

/** A database in memory, the workbench over it, and a browser that looks at it. */
export interface Workbench {
  readonly database: Database
  readonly served: ServedWorkbench
  readonly browser: Browser
  /** Opens a page of its own; everything that it reports as an error is kept in `errors`. */
  readonly open: (options?: OpenOptions) => Promise<Page>
  /**
   * The one page that a file's tests can share, opened anew at a hash: nothing of what was shown, stored or routed before
   * is left. It takes a third of what a page of its own does. To open the page and then go to a hash would be two pages
   * one after the other, and what is waited for could be on the first.
   */
  readonly reopen: (hash?: string) => Promise<Page>
  /** The same page before it is opened, so that its requests can be routed first; `enter` is where it is opened. */
  readonly blank: () => Promise<Page>
  /** A link that is good once, to a hash. */
  readonly enter: (hash?: string) => string
  readonly errors: string[]
  readonly close: () => Promise<void>
}

export interface OpenOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  readonly hash?: string
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
  const browser = await launchBrowser()
  const contexts: BrowserContext[] = []
  const errors: string[] = []
  // A browser keeps the hash when the link is exchanged for a cookie and leads on.
  const enter = (hash = '') => `${served.link()}${hash}`
  const create = async ({ width = 1280, height = 800, theme = 'light' }: OpenOptions = {}) => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme })
    contexts.push(context)
    // Half a minute, as it is by default, is a time that a busy machine may take for anything.
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      // Chromium gives text that is typed over coloured text in an editor a style of its own; the policy blocks it.
      const isBlockedStyle = message.text().startsWith('Applying inline style violates')
      if (message.type() === 'error' && !isBlockedStyle) errors.push(message.text())
    })
    return page
  }
  const open = async (options: OpenOptions = {}) => {
    const page = await create(options)
    await page.goto(enter(options.hash))
    return page
  }
  let shared: Page | undefined
  const blank = async () => {
    shared ??= await create()
    await shared.unrouteAll({ behavior: 'ignoreErrors' })
    // A page that is still there could store something after it was cleared.
    await shared.goto('about:blank')
    const session = await shared.context().newCDPSession(shared)
    const origin = `http://127.0.0.1:${served.port}`
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
    await session.detach()
    await shared.context().clearCookies()
    return shared
  }
  return {
    database,
    served,
    browser,
    errors,
    open,
    enter,
    blank,
    reopen: async (hash) => {
      const page = await blank()
      await page.goto(enter(hash))
      return page
    },
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()))
      await served.close()
      await database.close()
    },
  }
}
