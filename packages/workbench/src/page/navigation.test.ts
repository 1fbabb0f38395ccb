import { beforeEach, expect, test, vi } from 'vitest'

/** A minimal browser: it changes its URL at once, and sends the event later. */
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
const { currentRoute, hrefToScreen, navigate } = await import('./navigation.ts')

beforeEach(() => {
  navigate({ connection: 'local', table: 'Shop', screen: 'operations', params: { op: 'Scan' } })
  vi.clearAllMocks()
})

test("a step starts from the page's location, and can be undone", () => {
  navigate({ params: { op: 'Query' } })
  expect(browser.history.pushState).toHaveBeenCalledOnce()
  expect(currentRoute.value).toMatchObject({ screen: 'operations', params: { op: 'Query' } })
})

test('a replacing step is dropped if the browser has already moved without an event', () => {
  navigate({ params: { op: 'GetItem' } })
  const link = browser.location.hash
  navigate({ params: { op: 'Scan' } })
  browser.location.hash = link
  navigate({ params: { op: 'PutItem' } }, { replace: true })
  expect(browser.location.hash).toBe(link)
  expect(currentRoute.value.params['op']).toBe('GetItem')
})

test("any other step starts from the browser's new location", () => {
  navigate({ params: { op: 'GetItem', input: '{}' } })
  const link = browser.location.hash
  navigate({ params: { op: 'Scan', input: undefined } })
  browser.location.hash = link
  navigate({ params: { view: 'json' } })
  expect(currentRoute.value.params).toMatchObject({ op: 'GetItem', input: '{}', view: 'json' })
})

test('a tab leads to its screen as the user left it, for each table; the tab of the current screen, to its beginning', () => {
  navigate({ table: 'Left', params: { op: 'Query' } })
  expect(hrefToScreen('operations')).toBe('#/local/Left/operations')
  navigate({ screen: 'collections', params: { index: 'GSI1' } })
  navigate({ screen: 'heat' })
  expect(hrefToScreen('operations')).toBe('#/local/Left/operations?op=Query')
  expect(hrefToScreen('collections')).toBe('#/local/Left/collections?index=GSI1')
  navigate({ table: 'Other' })
  expect(hrefToScreen('operations')).toBe('#/local/Other/operations')
})
