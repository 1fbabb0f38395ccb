import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('location', { hash: '#/local/Shop' })
const { appState, loadModel, loadTables, modelKey, refreshConnections } = await import('./app-state.ts')

/** Functions that answer the requests, in order; `fetch` stands in for the handler. */
const answers: ((body: object) => void)[] = []

beforeEach(() => {
  answers.length = 0
  vi.stubGlobal(
    'fetch',
    () => new Promise((resolve) => answers.push((body) => resolve(new Response(JSON.stringify(body))))),
  )
})
afterEach(() => vi.unstubAllGlobals())

const stateOf = (tables: readonly string[], readOnly = false) => ({
  connections: [{ id: 'local', kind: 'embedded', tables, readOnly }],
})
const listOf = (TableNames: readonly string[]) => ({ output: { TableNames }, durationMs: 1 })
const tables = () => appState.value.tables.get('local')?.names
const isReadOnly = () => appState.value.workbench?.connections[0]?.readOnly

test('a list of tables never replaces that of a later request, whichever request returned it', async () => {
  const first = refreshConnections()
  const second = loadTables('local')
  answers[1]?.(listOf(['Made', 'Shop']))
  await second
  answers[0]?.(stateOf(['Shop']))
  await first
  expect(tables()).toEqual(['Made', 'Shop'])
  expect(isReadOnly()).toBe(false)
})

test('a deleted table leaves the list, even if the workbench reports the same state as before the table was created', async () => {
  const said = refreshConnections()
  answers[0]?.(stateOf(['Shop']))
  await said
  const made = loadTables('local')
  answers[1]?.(listOf(['Made', 'Shop']))
  await made
  const again = refreshConnections()
  answers[2]?.(stateOf(['Shop']))
  await again
  expect(tables()).toEqual(['Shop'])
})

test("a connection's old state does not replace its new one", async () => {
  const before = refreshConnections()
  const after = refreshConnections()
  answers[1]?.(stateOf(['Shop'], true))
  await after
  answers[0]?.(stateOf(['Shop'], false))
  await before
  expect(isReadOnly()).toBe(true)
})

test('an answer is accepted while a later request is in flight, as that one may fail', async () => {
  const first = loadTables('local')
  const second = loadTables('local')
  answers[0]?.(listOf(['First']))
  await first
  expect(tables()).toEqual(['First'])
  answers[1]?.(listOf(['Second']))
  await second
  expect(tables()).toEqual(['Second'])
})

test('a model is requested again while a request for it is in flight, and the newest answer stays', async () => {
  const before = loadModel('local', 'Shop')
  const after = loadModel('local', 'Shop')
  expect(answers.length).toBe(2)
  answers[1]?.({ table: 'Shop', patterns: ['new'] })
  await after
  answers[0]?.({ table: 'Shop', patterns: [] })
  await before
  expect(appState.value.models.get(modelKey('local', 'Shop'))?.patterns).toEqual(['new'])
})
