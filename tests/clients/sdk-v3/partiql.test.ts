import {
  BatchExecuteStatementCommand,
  ConditionalCheckFailedException,
  DuplicateItemException,
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import {
  BatchExecuteStatementCommand as BatchExecuteDocuments,
  ExecuteStatementCommand as ExecuteDocument,
  ExecuteTransactionCommand as ExecuteDocuments,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { makeTable } from './make-table.ts'
import { type OpenClients, sdkTargets } from './sdk-target.ts'

describe.each(sdkTargets)('PartiQL with the AWS SDK v3, $name', ({ open }) => {
  let clients: OpenClients
  let table: string
  beforeAll(async () => {
    clients = await open()
    table = await makeTable(clients.client)
    const statements = Array.from({ length: 10 }, (_, at) => ({
      Statement: `INSERT INTO "${table}" VALUE {'pk': 'p', 'sk': ?, 'n': ?}`,
      Parameters: [{ S: `s${at}` }, { N: String(at) }],
    }))
    await clients.client.send(new BatchExecuteStatementCommand({ Statements: statements }))
  })
  afterAll(() => clients.close())

  it('ExecuteStatement reads and writes', async () => {
    const { client } = clients
    const run = (Statement: string) => client.send(new ExecuteStatementCommand({ Statement }))
    await run(`INSERT INTO "${table}" VALUE {'pk': 'one', 'sk': '1', 'l': [1]}`)
    await run(`UPDATE "${table}" SET l = list_append(l, ['two']) WHERE pk = 'one' AND sk = '1'`)
    const read = await run(`SELECT l[1] FROM "${table}" WHERE pk = 'one' AND sk = '1'`)
    expect(read.Items).toEqual([{ 'l[1]': { S: 'two' } }])
    const removed = await run(`DELETE FROM "${table}" WHERE pk = 'one' AND sk = '1' RETURNING ALL OLD *`)
    expect(removed.Items).toEqual([
      { pk: { S: 'one' }, sk: { S: '1' }, l: { L: [{ N: '1' }, { S: 'two' }] } },
    ])
    expect((await run(`SELECT * FROM "${table}" WHERE pk = 'one'`)).Items).toEqual([])
  })

  it.each([
    ['one partition', "pk = 'p'"],
    ['several partitions', "pk IN ['p', 'q', 'r']"],
    ['the whole table', 'n > -1'],
  ])('NextToken leads through %s', async (_, where) => {
    const seen: (string | undefined)[] = []
    let NextToken: string | undefined
    do {
      const page = await clients.client.send(
        new ExecuteStatementCommand({
          Statement: `SELECT sk FROM "${table}" WHERE ${where}`,
          Limit: 3,
          NextToken,
        }),
      )
      expect(page.Items?.length).toBeLessThanOrEqual(3)
      seen.push(...(page.Items ?? []).map((item) => item['sk']?.S))
      NextToken = page.NextToken
    } while (NextToken !== undefined)
    expect(seen).toEqual(Array.from({ length: 10 }, (__, at) => `s${at}`))
  })

  it('a NextToken belongs to its statement and cannot be altered', async () => {
    const { client } = clients
    const Statement = `SELECT sk FROM "${table}" WHERE pk = ?`
    const first = await client.send(
      new ExecuteStatementCommand({ Statement, Parameters: [{ S: 'p' }], Limit: 1 }),
    )
    const { NextToken } = first
    const again = { Statement, Parameters: [{ S: 'p' }], NextToken, Limit: 1 }
    expect((await client.send(new ExecuteStatementCommand(again))).Items).toEqual([{ sk: { S: 's1' } }])
    for (const other of [
      { ...again, Parameters: [{ S: 'q' }] },
      { ...again, Statement: `SELECT sk, n FROM "${table}" WHERE pk = ?` },
    ]) {
      const error = await rejection(client.send(new ExecuteStatementCommand(other)))
      expect(error).toMatchObject({
        name: 'ValidationException',
        message: 'NextToken does not match request',
      })
    }
    const text = Buffer.from(NextToken ?? '', 'base64url')
      .toString()
      .replace('s0', 's5')
    const changed = { ...again, NextToken: Buffer.from(text).toString('base64url') }
    expect(await rejection(client.send(new ExecuteStatementCommand(changed)))).toMatchObject({
      name: 'ValidationException',
      message: 'Invalid NextToken',
    })
  })

  it('failures are the exceptions of the SDK', async () => {
    const { client } = clients
    const insert = `INSERT INTO "${table}" VALUE {'pk': 'p', 'sk': 's0'}`
    const duplicate = await rejection(client.send(new ExecuteStatementCommand({ Statement: insert })))
    expect(duplicate).toBeInstanceOf(DuplicateItemException)
    const update = `UPDATE "${table}" SET x = 1 WHERE pk = 'p' AND sk = 's0' AND n = 99`
    const failed = await rejection(
      client.send(
        new ExecuteStatementCommand({ Statement: update, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      ),
    )
    expect(failed).toBeInstanceOf(ConditionalCheckFailedException)
    expect((failed as ConditionalCheckFailedException).Item).toMatchObject({ n: { N: '0' } })
    const cancelled = await rejection(
      client.send(new ExecuteTransactionCommand({ TransactStatements: [{ Statement: update }] })),
    )
    expect(cancelled).toBeInstanceOf(TransactionCanceledException)
  })

  it('ExecuteTransaction does all or nothing, and once per token', async () => {
    const { client } = clients
    const order = {
      ClientRequestToken: 'add-one-once',
      TransactStatements: [
        { Statement: `UPDATE "${table}" SET n = n + 10 WHERE pk = 'p' AND sk = 's9'` },
        { Statement: `EXISTS(SELECT * FROM "${table}" WHERE pk = 'p' AND sk = 's8' AND n = 8)` },
      ],
    }
    await client.send(new ExecuteTransactionCommand(order))
    await client.send(new ExecuteTransactionCommand(order))
    const read = await client.send(
      new ExecuteTransactionCommand({
        TransactStatements: ['s9', 'nobody'].map((sk) => ({
          Statement: `SELECT n FROM "${table}" WHERE pk = 'p' AND sk = ?`,
          Parameters: [{ S: sk }],
        })),
      }),
    )
    expect(read.Responses).toEqual([{ Item: { n: { N: '19' } } }, {}])
  })

  it('the document client takes and returns plain values', async () => {
    const document = clients.document()
    const put = { Statement: `INSERT INTO "${table}" VALUE {'pk': ?, 'sk': ?, 'tags': ?, 'deep': ?}` }
    await document.send(
      new ExecuteDocument({
        ...put,
        Parameters: ['doc', '1', new Set(['a', 'b']), { kept: [1, true, null] }],
      }),
    )
    const read = await document.send(
      new ExecuteDocument({
        Statement: `SELECT tags, deep.kept FROM "${table}" WHERE pk = ?`,
        Parameters: ['doc'],
      }),
    )
    expect(read.Items).toEqual([{ tags: new Set(['a', 'b']), kept: [1, true, null] }])
    const batch = await document.send(
      new BatchExecuteDocuments({
        Statements: [
          { Statement: `SELECT sk FROM "${table}" WHERE pk = ? AND sk = ?`, Parameters: ['doc', '1'] },
          { Statement: `SELECT sk FROM "${table}" WHERE sk = '1'` },
        ],
      }),
    )
    expect(batch.Responses?.[0]).toEqual({ TableName: table, Item: { sk: '1' } })
    expect(batch.Responses?.[1]?.Error?.Code).toBe('ValidationError')
    await document.send(
      new ExecuteDocuments({
        TransactStatements: [
          { Statement: `DELETE FROM "${table}" WHERE pk = ? AND sk = ?`, Parameters: ['doc', '1'] },
        ],
      }),
    )
    const gone = await document.send(
      new ExecuteDocument({ Statement: `SELECT * FROM "${table}" WHERE pk = ?`, Parameters: ['doc'] }),
    )
    expect(gone.Items).toEqual([])
  })
})
