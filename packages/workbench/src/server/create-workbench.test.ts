import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServedPage, scriptedConnection, servePage } from './testing/serve-page.ts'

let folder: string
let links: string[]
let page: ServedPage

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'workbench-'))
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.html'), 'secret')
  writeFileSync(
    join(folder, 'page', 'index.html'),
    '<meta property="csp-nonce" nonce="{{nonce}}"><p>page</p>',
  )
  writeFileSync(join(folder, 'page', 'assets', 'main-a1b2.js'), `'${'x'.repeat(5_000)}'`)
  links = []
  page = await servePage({
    page: join(folder, 'page'),
    connections: [scriptedConnection((operation) => ({ operation }))],
    onNewLink: (link) => links.push(link),
  })
})

afterEach(async () => {
  await page.served.close()
  rmSync(folder, { recursive: true })
})

describe('access', () => {
  it('a link sets a cookie hidden from scripts and other sites, and redirects to the page without its token', async () => {
    const path = new URL(page.served.link()).search
    const { status, headers } = await page.ask(`/${path}`)
    expect({ status, location: headers['location'] }).toEqual({ status: 303, location: './' })
    expect(String(headers['set-cookie'])).toMatch(
      /^monotable-\w+=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  it('a browser from another site is forwarded by a page, since it would not send its new cookie otherwise', async () => {
    const path = new URL(page.served.link()).search
    const { status, text } = await page.ask(`/${path}`, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(status).toBe(200)
    expect(text).toContain('http-equiv="refresh"')
  })

  it('a link works once; when opened again, a new one is printed in the terminal', async () => {
    const path = `/${new URL(page.served.link()).search}`
    await page.ask(path)
    const again = await page.ask(path)
    expect(again.status).toBe(401)
    expect(again.headers['set-cookie']).toBeUndefined()
    expect(links).toHaveLength(1)
    expect((await page.ask(`/${new URL(links[0] ?? '').search}`)).status).toBe(303)
  })

  it('a used link still works in the browser that used it', async () => {
    const path = `/${new URL(page.served.link()).search}`
    await page.ask(path)
    expect((await page.api(path)).status).toBe(303)
    expect(links).toEqual([])
  })

  it.each(['/?token=wrong', '/?token=', '/', '/assets/main-a1b2.js', '/index.html'])(
    'without a cookie %s is rejected with a helpful message',
    async (path) => {
      const { status, text } = await page.ask(path)
      expect(status).toBe(401)
      expect(text).toContain('Open the link shown in the terminal')
      expect(links).toEqual([])
    },
  )

  it.each([{}, { cookie: 'monotable=1' }, { cookie: '=; ;;monotable-=' }])(
    'the API rejects the headers %j',
    async (headers) => {
      expect((await page.ask('/api/state', { headers })).status).toBe(401)
    },
  )

  it('the cookie of one workbench does not work for another', async () => {
    const other = await servePage({ page: join(folder, 'page') })
    const { status } = await page.ask('/api/state', { headers: { cookie: other.cookie } })
    expect(status).toBe(401)
    await other.served.close()
  })

  it.each([
    'evil.example',
    'evil.example:8100',
    '127.0.0.1.evil.example',
    'localhost.evil.example:1',
    '192.168.1.9:8100',
  ])('a request to the host "%s" is rejected, since a site may have pointed its name here', async (host) => {
    for (const path of ['/api/state', '/', `/${new URL(page.served.link()).search}`]) {
      expect((await page.api(path, { headers: { host } })).status).toBe(403)
    }
  })

  it.each(['localhost:1234', '127.0.0.1:99', 'LOCALHOST', '[::1]:8100'])(
    'the host %s is this machine',
    async (host) => {
      expect((await page.api('/api/state', { headers: { host } })).status).toBe(200)
    },
  )

  it.each([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'https://127.0.0.1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('a page with %j is rejected, with or without a cookie', async (headers) => {
    const { status, text } = await page.api('/api/state', { headers })
    expect(status).toBe(403)
    expect(JSON.parse(text).error.name).toBe('WrongOrigin')
    const sent = await page.api('/api/connections/embedded/send', {
      headers,
      body: { operation: 'ListTables', input: {} },
    })
    expect(sent.status).toBe(403)
  })

  it('the page itself is permitted', async () => {
    const origin = `http://127.0.0.1:${page.served.port}`
    const headers = { origin, 'sec-fetch-site': 'same-origin' }
    expect((await page.api('/api/state', { headers })).status).toBe(200)
  })

  it('no other origin is ever allowed', async () => {
    const { headers } = await page.api('/api/state', {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example' },
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('answers', () => {
  it('the page permits styles with a fresh nonce, and only its own scripts', async () => {
    const [first, second] = [await page.api('/'), await page.api('/')]
    const nonce = /nonce="([^"]+)"/.exec(first.text)?.[1] ?? ''
    expect(first.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(first.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';")
    expect(first.headers['content-security-policy']).not.toMatch(/unsafe|\*/)
    expect(second.text).not.toBe(first.text)
  })

  it.each(['/', '/api/state', '/assets/main-a1b2.js', '/absent', '/api/absent'])(
    '%s has the security headers',
    async (path) => {
      const { headers } = await page.api(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    },
  )

  it('files are compressed, have a type, and are cached by the browser if their names change with them', async () => {
    const { status, headers } = await page.api('/assets/main-a1b2.js', {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(Number(headers['content-length'])).toBeLessThan(500)
    const etag = String(headers['etag'])
    expect((await page.api('/assets/main-a1b2.js', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('a changed file is read again', async () => {
    await page.api('/')
    writeFileSync(join(folder, 'page', 'index.html'), '<p>another page</p>')
    expect((await page.api('/')).text).toContain('another page')
  })

  it.each([
    '/../secret.html',
    '/..%2fsecret.html',
    '/assets/../../secret.html',
    '/%2e%2e/secret.html',
    '/assets/..\\..\\secret.html',
    '//etc/passwd',
    '/assets',
    '/.hidden.html',
    '/index.html%00.js',
    '/constructor',
  ])('%s leads nowhere', async (path) => {
    const { status, text } = await page.api(path)
    expect(status).toBe(404)
    expect(text).not.toContain('secret<')
  })
})

describe('requests', () => {
  const ask = (body: string | object, headers = {}) =>
    page.api('/api/connections/embedded/send', { body, headers })

  it.each([
    ['not json', 400],
    ['[1]', 400],
    ['{"operation":"ListTables"}', 400],
    ['{"operation":"List Tables","input":{}}', 400],
    ['{"operation":"ListTables","input":[]}', 400],
    [`{"operation":"PutItem","input":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`, 400],
    ['{"operation":"__proto__","input":{}}', 400],
  ])('%.40s is answered with %i', async (body, status) => {
    const answer = await ask(body)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text).error.message).toMatch(/\w/)
  })

  it('only JSON is accepted, since a form of another site cannot send it without a preflight request', async () => {
    const { status } = await ask('{"operation":"ListTables","input":{}}', { 'content-type': 'text/plain' })
    expect(status).toBe(415)
  })

  it('a body that is too large is rejected', async () => {
    const body = `{"operation":"PutItem","input":{"a":"${'x'.repeat(18 * 1024 * 1024)}"}}`
    const outcome = await ask(body).catch((error: NodeJS.ErrnoException) => error.code)
    expect(typeof outcome === 'string' ? outcome : outcome?.status).toBeOneOf([413, 'EPIPE', 'ECONNRESET'])
  })

  it('rejects an unknown path or method', async () => {
    expect((await page.api('/api/absent')).status).toBe(404)
    expect((await page.api('/api/state', { method: 'DELETE' })).status).toBe(405)
    expect((await page.api('/api/connections/absent/send', { body: {} })).status).toBe(404)
    expect((await page.api('/api/connections/constructor/model?table=T')).status).toBe(404)
  })
})
