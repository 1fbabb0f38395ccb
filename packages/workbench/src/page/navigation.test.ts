import { beforeEach, expect, test, vi } from 'vitest'

/** As much of a browser as is needed: it changes its address at once, and tells of it later. */
const browser = {
  location: { hash: '' },
  history: {
    pushState: vi.fn((_state: unknown, _title: string, hash: string) => {
      browser.location.hash = hash
    }),
    replaceState: vi.fn((_state: unknown, _title: string, hash: string) => {
      browser.location.hash = hash
    }),
  },
}
vi.stubGlobal('location', browser.location)
vi.stubGlobal('history', browser.history)
const { currentRoute, navigate } = await import('./navigation.ts')

beforeEach(() => {
  navigate({ connection: 'local', table: 'Shop', screen: 'operations', params: { op: 'Scan' } })
  vi.clearAllMocks()
})

test('a step is taken from where the page is, and can be gone back', () => {
  navigate({ params: { op: 'Query' } })
  expect(browser.history.pushState).toHaveBeenCalledOnce()
  expect(currentRoute.value).toMatchObject({ screen: 'operations', params: { op: 'Query' } })
})

test('a step that replaces does not, when the browser has gone elsewhere and has not told yet', () => {
  navigate({ params: { op: 'GetItem' } })
  const link = browser.location.hash
  navigate({ params: { op: 'Scan' } })
  browser.location.hash = link
  navigate({ params: { op: 'PutItem' } }, { replace: true })
  expect(browser.location.hash).toBe(link)
  expect(currentRoute.value.params['op']).toBe('GetItem')
})

test('any other step starts from there', () => {
  navigate({ params: { op: 'GetItem', input: '{}' } })
  const link = browser.location.hash
  navigate({ params: { op: 'Scan', input: undefined } })
  browser.location.hash = link
  navigate({ params: { view: 'json' } })
  expect(currentRoute.value.params).toMatchObject({ op: 'GetItem', input: '{}', view: 'json' })
})
