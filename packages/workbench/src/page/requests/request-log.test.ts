import { describe, expect, it } from 'vitest'
import type { ObservedRequest } from '../../shared/api.ts'
import { allRequests, filterRequests, RequestLog, summariseRequests } from './request-log.ts'

const request = (id: number, more: Partial<ObservedRequest> = {}): ObservedRequest => ({
  id,
  atMs: id,
  operation: 'Query',
  tables: ['Shop'],
  durationMs: 1,
  ...more,
})
const requests = [
  request(1, { pattern: 'account', key: 'CUSTOMER#a', units: 0.5 }),
  request(2, { operation: 'Scan', undocumented: true, units: 10 }),
  request(3, { operation: 'PutItem', error: 'ConditionalCheckFailedException' }),
  request(4, { own: true }),
]
const ids = (filter: object) => filterRequests(requests, { ...allRequests, ...filter }).map(({ id }) => id)

describe('requests', () => {
  it.each([
    [{}, [3, 2, 1]],
    [{ own: true }, [4, 3, 2, 1]],
    [{ show: 'scans' }, [2]],
    [{ show: 'errors' }, [3]],
    [{ show: 'undocumented' }, [2]],
    [{ operation: 'PutItem' }, [3]],
    [{ words: 'customer#A account' }, [1]],
    [{ words: 'conditional' }, [3]],
  ])('%j shows %j', (filter, shown) => expect(ids(filter)).toEqual(shown))

  it('are kept once, even if they are sent again', () => {
    const log = new RequestLog()
    log.add(requests.slice(0, 2))
    log.add(requests, 7)
    expect(log.all).toEqual(requests)
    expect(log.dropped).toBe(7)
    log.add([request(90)])
    expect(log.countAfter(3)).toBe(2)
    log.clear()
    expect(log.all).toEqual([])
  })

  it('are summarized in a few figures', () => {
    expect(summariseRequests(requests)).toEqual({
      count: 4,
      units: 10.5,
      errors: 1,
      scans: 1,
      undocumented: 1,
    })
  })
})
