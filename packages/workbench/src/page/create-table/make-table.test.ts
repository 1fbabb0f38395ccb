import { expect, it } from 'vitest'
import { makeTable } from './make-table.ts'

const calls = [
  { operation: 'CreateTable', input: { TableName: 'T' } },
  { operation: 'UpdateTimeToLive', input: { TableName: 'T' } },
  { operation: 'UpdateContinuousBackups', input: { TableName: 'T' } },
] as const

it('waits for the table to be active before the other requests, and reports those that are refused', async () => {
  const sent: string[] = []
  const states = ['CREATING', 'CREATING', 'ACTIVE']
  const failures = await makeTable(
    async (operation) => {
      sent.push(operation)
      if (operation === 'UpdateTimeToLive') throw new Error('not you')
      return operation === 'DescribeTable' ? { Table: { TableStatus: states.shift() } } : {}
    },
    calls,
    async () => undefined,
  )
  expect(failures).toEqual(['UpdateTimeToLive: not you'])
  expect(sent).toEqual([
    'CreateTable',
    ...['DescribeTable', 'DescribeTable', 'DescribeTable'],
    ...['UpdateTimeToLive', 'UpdateContinuousBackups'],
  ])
})

it('sends nothing else if the table is not created', async () => {
  const sent: string[] = []
  const refused = makeTable(async (operation) => {
    sent.push(operation)
    throw new Error('Table already exists: T')
  }, calls)
  await expect(refused).rejects.toThrow('already exists')
  expect(sent).toEqual(['CreateTable'])
})

it('waits for each change of the table before it sends the next', async () => {
  const sent: string[] = []
  const replicas = ['ACTIVE', 'CREATING', 'ACTIVE']
  const update = { operation: 'UpdateTable', input: { TableName: 'T' } }
  await makeTable(
    async (operation) => {
      sent.push(operation)
      if (operation !== 'DescribeTable') return {}
      return { Table: { TableStatus: 'ACTIVE', Replicas: [{ ReplicaStatus: replicas.shift() }] } }
    },
    [calls[0], update, update],
    async () => undefined,
  )
  expect(sent).toEqual([
    ...['CreateTable', 'DescribeTable', 'UpdateTable'],
    ...['DescribeTable', 'DescribeTable', 'UpdateTable'],
  ])
})
