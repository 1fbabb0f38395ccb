import { describe, expect, it } from 'vitest'
import { createTableInput } from './create-table-input.ts'
import { rankCommands } from './rank-commands.ts'

const commands = ['Shop', 'Workshop', 'Heat', 'Collections'].map((title) => ({
  kind: 'Table',
  title,
  run: () => undefined,
}))

describe('rankCommands', () => {
  it('puts what begins with the text before what holds it, and that before its letters', () => {
    expect(rankCommands(commands, 'shop').map(({ title }) => title)).toEqual(['Shop', 'Workshop'])
    expect(rankCommands(commands, 'cls').map(({ title }) => title)).toEqual(['Collections'])
    expect(rankCommands(commands, '')).toEqual(commands)
    expect(rankCommands(commands, 'zzz')).toEqual([])
  })
})

describe('createTableInput', () => {
  it('declares each attribute once', () => {
    expect(createTableInput('T', { pk: 'PK', sk: '' }, [{ pk: 'PK', sk: 'x' }])).toMatchObject({
      AttributeDefinitions: [{ AttributeName: 'PK' }, { AttributeName: 'x' }],
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [{ IndexName: 'GSI1' }],
    })
  })

  it('gives the keys of the table the types that were chosen, also where an index has them too', () => {
    const key = { pk: 'id', sk: 'at', pkType: 'B', skType: 'N' } as const
    expect(createTableInput('T', key, [{ pk: 'day', sk: 'at' }])).toMatchObject({
      AttributeDefinitions: [
        { AttributeName: 'id', AttributeType: 'B' },
        { AttributeName: 'at', AttributeType: 'N' },
        { AttributeName: 'day', AttributeType: 'S' },
      ],
    })
  })
})
