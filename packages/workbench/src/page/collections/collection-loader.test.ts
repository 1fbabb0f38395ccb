import type { AttributeMap } from '@monotable/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ALL_ROWS, CollectionLoader } from './collection-loader.ts'

/** Serves a table of pages of 100 items; `fetch` stands in for the handler. */
function serve(pages: number, failAt = -1): { readonly starts: unknown[] } {
  const starts: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { input } = JSON.parse(body) as { input: { ExclusiveStartKey?: { page: number }; Limit?: number } }
    const page = input.ExclusiveStartKey?.page ?? 0
    starts.push(input.ExclusiveStartKey?.page)
    const Items = Array.from({ length: 100 }, (_, n) => ({ PK: { S: `p${page}` }, SK: { N: String(n) } }))
    const answer =
      page === failAt
        ? { error: { name: 'ThrottlingException', message: 'Slow down.' }, durationMs: 1 }
        : {
            output: {
              Items,
              ScannedCount: 100,
              ConsumedCapacity: { CapacityUnits: 0.5 },
              ...(page + 1 < pages && { LastEvaluatedKey: { page: page + 1 } }),
            },
            durationMs: 1,
          }
    return new Response(JSON.stringify(answer))
  })
  return { starts }
}

function loaderOf(accepts?: (item: AttributeMap) => boolean): CollectionLoader {
  return new CollectionLoader({
    connection: 'c',
    request: { operation: 'Scan', input: { TableName: 'T' } },
    partitionOf: (item) => (item['PK'] as { S: string }).S,
    accepts,
  })
}

describe('CollectionLoader', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('reports that there is more than the page can hold, rather than presenting it as complete', async () => {
    serve(3)
    const loader = loaderOf()
    vi.spyOn(loader.rows, 'textLength', 'get').mockReturnValue(1e9)
    await loader.loadTo(ALL_ROWS)
    expect(loader.state.value).toMatchObject({
      isDone: false,
      failure: expect.stringContaining('cannot hold more items'),
    })
  })

  it('reads only as many rows as are wanted, and continues from there', async () => {
    const { starts } = serve(10)
    const loader = loaderOf()
    await loader.loadTo(150)
    expect(loader.state.value).toMatchObject({ count: 200, isDone: false, isLoading: false, units: 1 })
    await loader.loadTo(ALL_ROWS)
    expect(loader.state.value).toMatchObject({ count: 1000, isDone: true, scanned: 1000 })
    expect(starts).toEqual([undefined, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('reads each page once when more rows are requested meanwhile', async () => {
    const { starts } = serve(3)
    const loader = loaderOf()
    await Promise.all([loader.loadTo(50), loader.loadTo(250)])
    expect(loader.state.value).toMatchObject({ count: 300, isDone: true })
    expect(starts).toEqual([undefined, 1, 2])
  })

  it('does not read a whole table for a filter that hardly any item matches, unless told to', async () => {
    serve(100)
    const loader = loaderOf((item) => (item['PK'] as { S: string }).S === 'p99')
    await loader.loadTo(60)
    expect(loader.state.value).toMatchObject({ count: 0, isDone: false, scanned: 2000 })
    await loader.loadTo(ALL_ROWS)
    expect(loader.state.value).toMatchObject({ count: 100, isDone: true })
  })

  it('reports an error, and can continue', async () => {
    serve(3, 1)
    const loader = loaderOf()
    await loader.loadTo(ALL_ROWS)
    expect(loader.state.value).toMatchObject({ count: 100, isDone: false, failure: 'Slow down.' })
    serve(3)
    await loader.loadTo(ALL_ROWS)
    expect(loader.state.value).toMatchObject({ count: 300, isDone: true, failure: undefined })
  })

  it('adds nothing after it was stopped', async () => {
    serve(5)
    const loader = loaderOf()
    const loading = loader.loadTo(ALL_ROWS)
    loader.stop()
    await loading
    expect(loader.rows.count).toBe(0)
  })
})
