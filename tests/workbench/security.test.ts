import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, startWorkbench, type Workbench } from './browser.ts'
import { createShop } from './shop-table.ts'

describe.skipIf(chromiumPath === undefined)('access to the workbench, in a browser', () => {
  let workbench: Workbench
  let stranger: Server
  let strangerOrigin = ''
  let origin = ''

  beforeAll(async () => {
    workbench = await startWorkbench()
    await createShop(workbench.database)
    origin = `http://127.0.0.1:${workbench.served.port}`
    stranger = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<title>another page of this machine</title>')
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    strangerOrigin = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    stranger?.close()
    await workbench?.close()
  })

  const tables = async () => (await workbench.database.send('ListTables', {})).TableNames

  it('another page in the same browser can neither read nor write, although it has the cookie', async () => {
    const page = await workbench.open()
    await page.locator('.item').first().waitFor()
    await page.goto(strangerOrigin)
    const outcomes = await page.evaluate(attack, origin)
    expect(outcomes).toEqual({ read: 'TypeError', write: 'TypeError', blind: 'TypeError' })
    expect(await tables()).toEqual(['Shop'])
    const form = page.waitForResponse((response) => response.url().startsWith(origin))
    await page.evaluate(sendForm, origin)
    expect((await form).status()).toBe(403)
    expect(await tables()).toEqual(['Shop'])
    await page.context().close()
  })

  it('the page cannot be framed by another one', async () => {
    const page = await workbench.open()
    await page.goto(strangerOrigin)
    await page.evaluate((source) => {
      const frame = document.createElement('iframe')
      frame.src = source
      document.body.append(frame)
    }, `${origin}/`)
    await expect.poll(() => page.frames().length).toBe(2)
    const framed = page.frames()[1]
    await framed?.waitForLoadState().catch(() => undefined)
    expect(await framed?.locator('.frame').count()).toBe(0)
    await page.context().close()
  })

  it('without a link there is only a hint on how to get one', async () => {
    const context = await workbench.browser.newContext()
    const page = await context.newPage()
    const answer = await page.goto(origin)
    expect(answer?.status()).toBe(401)
    expect(await page.textContent('body')).toContain('Open the link shown in the terminal')
    expect((await page.goto(`${origin}/api/state`))?.status()).toBe(401)
    await context.close()
  })

  it('a foreign host name that resolves to this address is refused', async () => {
    const context = await workbench.browser.newContext({ extraHTTPHeaders: { host: 'rebound.example' } })
    const page = await context.newPage()
    const answer = await page.request.get(`${origin}/`, { headers: { host: 'rebound.example' } })
    expect(answer.status()).toBe(403)
    await context.close()
  })

  it('nothing is loaded from other origins', async () => {
    const page = await workbench.open()
    const others: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) others.push(request.url())
    })
    for (const screen of ['collections', 'patterns', 'operations', 'heat', 'requests', 'stream']) {
      await page.goto(`${origin}/#/embedded/Shop/${screen}`)
      await page.locator('.main :is(.screen:not([aria-busy]), .empty)').first().waitFor()
    }
    expect(others).toEqual([])
    await page.context().close()
  })
})

/** Tries what a page of another origin can do. */
async function attack(target: string): Promise<Record<string, string>> {
  const deletion = JSON.stringify({ operation: 'DeleteTable', input: { TableName: 'Shop' } })
  const tried = (path: string, options: object) =>
    fetch(`${target}${path}`, { credentials: 'include', ...options }).then(
      (response) => response.type,
      (error: Error) => error.name,
    )
  const json = { 'content-type': 'application/json' }
  const send = '/api/connections/embedded/send'
  return {
    read: await tried('/api/state', {}),
    write: await tried(send, { method: 'POST', headers: json, body: deletion }),
    blind: await tried(send, { method: 'POST', mode: 'no-cors', body: deletion }),
  }
}

/** Submits a form, for which a browser asks no permission. */
function sendForm(target: string): void {
  const form = document.createElement('form')
  form.method = 'POST'
  form.enctype = 'text/plain'
  form.action = `${target}/api/connections/embedded/send`
  document.body.append(form)
  form.submit()
}
