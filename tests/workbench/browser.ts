import { tmpdir } from 'node:os'
import { createDatabase, type Database } from '@monotable/engine'
import { embeddedConnection, type ServedWorkbench, serveWorkbench } from '@monotable/workbench'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/find-chromium.mjs'

/** The path of a browser, if there is one. */
export const chromiumPath = findChromium()

let launched: Promise<Browser> | undefined

/**
 * Returns the browser of this process, which all its test files share: starting one takes as long as opening two pages.
 * A test closes whatever it opens in it.
 */
export function launchBrowser(): Promise<Browser> {
  launched ??= launch()
  return launched
}

async function launch(): Promise<Browser> {
  const { TMPDIR: folder = tmpdir() } = process.env
  // The browser ends with this process and has no time to remove its files, so they go to the folder of the run.
  process.env['TMPDIR'] = process.env['MONOTABLE_TESTS_FOLDER'] ?? folder
  try {
    const browser = await chromium.launch({
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      // All pages of a context share a process: by default each page that follows an empty one gets a new one, and to
      // start it and to compile the page again takes as long as all the rest of opening a page.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--process-per-site'],
    })
    // If the browser ends, later files get a new one instead of failing.
    return browser.once('disconnected', () => (launched = undefined))
  } finally {
    process.env['TMPDIR'] = folder
  }
}

/** A database in memory, the workbench that serves it, and a browser. */
export interface Workbench {
  readonly database: Database
  readonly served: ServedWorkbench
  readonly browser: Browser
  /** Opens a page of its own; errors that the page reports are added to `errors`. */
  readonly open: (options?: OpenOptions) => Promise<Page>
  /**
   * Returns the page that the tests of a file can share, opened anew at a hash: nothing that was shown, stored or
   * routed before is left. This takes a third of the time of a page of its own. Opening the page first and going to the
   * hash later would load two pages in a row, and a test could find what it waits for on the first. So would an empty
   * page in between, or almost: it takes half as long as the workbench.
   */
  readonly reopen: (hash?: string) => Promise<Page>
  /** Returns the same page before it is opened, so that its requests can be routed first; open it at `enter`. */
  readonly blank: () => Promise<Page>
  /** Returns a link to a hash that can be used once. A page that goes there is loaded anew, wherever it was. */
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

/** Starts the workbench on a free port. */
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
  // The browser keeps the hash when the link is exchanged for a cookie and redirected.
  const enter = (hash = '') => `${served.link()}${hash}`
  const create = async ({ width = 1280, height = 800, theme = 'light' }: OpenOptions = {}) => {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      // A click waits until what it is about stands still, and each step of a movement is painted.
      reducedMotion: 'reduce',
    })
    contexts.push(context)
    // On a busy machine anything may take longer than half a minute, which is the default.
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      // Chromium adds inline styles to text that is typed over coloured text in an editor, and the policy blocks them.
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
  const unrouted = async () => {
    shared ??= await create()
    await shared.unrouteAll({ behavior: 'ignoreErrors' })
    return shared
  }
  const blank = async () => {
    const page = await unrouted()
    // The old page could still store something after the storage was cleared.
    await page.goto('about:blank')
    const session = await page.context().newCDPSession(page)
    const origin = `http://127.0.0.1:${served.port}`
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
    await session.detach()
    await page.context().clearCookies()
    return page
  }
  const reopen = async (hash?: string) => {
    const page = await unrouted()
    // In the new page, before any of its own code: until then the old page could still store something. The link
    // replaces the cookie.
    const cleared = await page.addInitScript(() => localStorage.clear())
    await page.goto(enter(hash))
    await cleared.dispose()
    return page
  }
  return {
    database,
    served,
    browser,
    errors,
    open,
    enter,
    blank,
    reopen,
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()))
      await served.close()
      await database.close()
    },
  }
}
