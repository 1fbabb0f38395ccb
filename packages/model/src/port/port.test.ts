import { describe, expect, it } from 'vitest'
import { createPort } from './create-port.ts'
import { sdkPort } from './sdk-port.ts'

describe('clients', () => {
  it('with send(operation, input) serve as ports', async () => {
    const sent: unknown[] = []
    const client = { send: async (...args: unknown[]) => void sent.push(args) }
    await createPort(client).send('GetItem', { TableName: 'T', Key: {} })
    expect(sent).toEqual([['GetItem', { TableName: 'T', Key: {} }]])
  })

  it('of the AWS SDK receive commands', async () => {
    class GetItemCommand {
      readonly input: object
      constructor(input: object) {
        this.input = input
      }
    }
    const client = {
      send: async (command: GetItemCommand) => ({ Item: { was: { S: command.constructor.name } } }),
    }
    const port = sdkPort(client, { GetItemCommand })
    expect(await port.send('GetItem', { TableName: 'T', Key: {} })).toEqual({
      Item: { was: { S: 'GetItemCommand' } },
    })
    await expect(port.send('Query', { TableName: 'T', KeyConditionExpression: '' })).rejects.toThrow(
      'have no QueryCommand',
    )
  })

  it('of an unknown kind are refused', () => {
    expect(() => createPort({} as never)).toThrow('A client must be an opened database')
  })
})
