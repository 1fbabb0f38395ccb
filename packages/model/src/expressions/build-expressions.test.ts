import { describe, expect, it } from 'vitest'
import { buildExpressions } from './build-expressions.ts'

interface User {
  readonly id: string
  readonly name: string
  readonly visits?: number
  readonly address?: { readonly city: string }
  readonly '1-odd name'?: string
}

describe('expressions without an entity', () => {
  it('share their placeholders', () => {
    const built = buildExpressions<User>({
      key: { id: '1' },
      filter: (user, { and, gt, begins }) => and(gt(user.visits, 3), begins(user.name, 'A')),
      select: (user) => [user.name, user.address.city],
    })
    expect(built).toEqual({
      KeyConditionExpression: '#id = :v0',
      FilterExpression: '#visits > :v1 AND begins_with(#name, :v2)',
      ProjectionExpression: '#name, #address.#city',
      ExpressionAttributeNames: {
        '#id': 'id',
        '#visits': 'visits',
        '#name': 'name',
        '#address': 'address',
        '#city': 'city',
      },
      ExpressionAttributeValues: { ':v0': { S: '1' }, ':v1': { N: '3' }, ':v2': { S: 'A' } },
    })
  })

  it('take changes as an object or a function', () => {
    expect(buildExpressions<User>({ update: { name: 'Ada' } }).UpdateExpression).toBe('SET #name = :v0')
    const counted = buildExpressions<User>({
      update: (user, { add, remove }) => [add(user.visits, 1), remove(user.address)],
    })
    expect(counted.UpdateExpression).toBe('REMOVE #address ADD #visits :v0')
  })

  it('do not declare names that no expression uses', () => {
    const nothing = buildExpressions<{ readonly tags?: ReadonlySet<string> }>({
      update: (item, { include, setIfMissing }) => [
        include(item.tags),
        setIfMissing(item.tags, new Set<string>()),
      ],
    })
    expect(nothing).toEqual({})
  })

  it('are refused for an empty selection', () => {
    expect(() => buildExpressions<User>({ select: [] })).toThrow('select is empty')
  })

  it('number names that cannot be written out', () => {
    expect(buildExpressions<User>({ select: ['1-odd name', 'name'] })).toEqual({
      ProjectionExpression: '#_0, #name',
      ExpressionAttributeNames: { '#_0': '1-odd name', '#name': 'name' },
    })
  })

  it.each([
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
  ])('write a list of %i values in lists of at most a hundred', (count, lengths) => {
    const names = Array.from({ length: count }, (_, at) => `n${at}`)
    const { FilterExpression = '', ExpressionAttributeValues } = buildExpressions<User>({
      filter: (user, { and, not, oneOf, exists }) => and(exists(user.visits), not(oneOf(user.name, names))),
    })
    const [, lists = ''] = /^attribute_exists\(#visits\) AND NOT \((.*)\)$/.exec(FilterExpression) ?? []
    const values = lists
      .split(' OR ')
      .map((list) => /^#name IN \((.*)\)$/.exec(list)?.[1]?.split(', ').length)
    expect(values).toEqual(lengths)
    expect(Object.values(ExpressionAttributeValues ?? {})).toEqual(names.map((S) => ({ S })))
  })

  it('are empty for an empty request', () => {
    expect(buildExpressions({})).toEqual({})
  })
})
