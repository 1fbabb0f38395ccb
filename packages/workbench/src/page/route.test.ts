import { describe, expect, it } from 'vitest'
import { changeRoute, formatRoute, parseRoute } from './route.ts'

describe('route', () => {
  it('is the same after formatting and parsing, whatever it contains', () => {
    const route = {
      connection: 'a/b',
      table: 'My.Table-1',
      screen: 'collections' as const,
      params: { pk: 'CUSTOMER#é&=?', item: '{"PK":{"S":"#"}}' },
    }
    expect(parseRoute(formatRoute(route))).toEqual(route)
  })

  it('of an empty or unknown URL is the start', () => {
    expect(parseRoute('')).toEqual({
      connection: undefined,
      table: undefined,
      screen: 'collections',
      params: {},
    })
    expect(parseRoute('#/c/%zz/nowhere')).toMatchObject({
      connection: 'c',
      table: '%zz',
      screen: 'collections',
    })
  })

  it('keeps its parameters on the same screen and drops them elsewhere', () => {
    const route = parseRoute('#/c/T/collections?index=GSI1&pk=a')
    expect(changeRoute(route, { params: { pk: undefined, entity: 'Order' } }).params).toEqual({
      index: 'GSI1',
      entity: 'Order',
    })
    expect(changeRoute(route, { screen: 'heat' }).params).toEqual({})
    expect(changeRoute(route, { table: 'U', params: { pk: 'b' } }).params).toEqual({ pk: 'b' })
  })

  it('loses its table with its connection', () => {
    expect(changeRoute(parseRoute('#/c/T'), { connection: 'd' }).table).toBeUndefined()
  })
})
