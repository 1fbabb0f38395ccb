import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../../tests/run-command.ts'
import { openDatabase } from '../open-database.ts'
import { parseRecountOptions } from './recount-options.ts'

describe('arguments of recount', () => {
  it.each([
    [[], 'the action is missing: plan, run, status'],
    [['rollback', 'model.ts'], '"rollback" is not one of plan, run, status'],
    [['plan'], 'the model file is missing'],
    [['run', 'a.ts', '--relation'], '--relation needs a name'],
  ])('%j is rejected', (args, message) => {
    expect(() => parseRecountOptions(args, {})).toThrow(message)
  })

  it('accepts several relations', () => {
    const args = ['run', 'model.ts', '--relation', 'A.b', '--relation=C.d', '--rate', '5', '-y']
    expect(parseRecountOptions(args, {})).toMatchObject({ relations: ['A.b', 'C.d'], rate: 5, yes: true })
  })
})

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'monotable-recount-'))
  const path = join(folder, 'data')
  const [before, after] = [join(folder, 'before.ts'), join(folder, 'model.ts')]
  const monotable = (...args: string[]) => runCommand(folder, args)
  const recount = (...args: string[]) => monotable('recount', ...args, '--path', path)

  beforeAll(async () => {
    const packageFile = (name: string) =>
      JSON.stringify(join(import.meta.dirname, `../../../model/dist/${name}.js`))
    const source = (unique: string, belongsTo: string) => `
import { model, shape, table } from ${packageFile('index')}
import { relations } from ${packageFile('relations')}
const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' }, relations })
const Customer = shop.entity('Customer', {
  schema: shape<{ id: string; email: string; orders?: number }>(),
  key: { pk: 'CUSTOMER#{id}', sk: 'CUSTOMER' },
  ${unique}
})
const Order = shop.entity('Order', {
  schema: shape<{ id: string; number: string }>(),
  key: { pk: 'CUSTOMER#{id}', sk: 'ORDER#{number}' },
  ${belongsTo}
})
export default model({ entities: { Customer, Order } })
`
    writeFileSync(before, source('', ''))
    writeFileSync(
      after,
      source(
        "unique: { email: 'EMAIL#{email}' },",
        "belongsTo: { customer: { entity: Customer, count: 'orders' } },",
      ),
    )
    const db = await openDatabase({ path })
    await db.send('CreateTable', {
      TableName: 'Shop',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['PK', 'SK'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
    })
    const put = (PK: string, SK: string, item: object) =>
      db.send('PutItem', { TableName: 'Shop', Item: { PK: { S: PK }, SK: { S: SK }, ...item } })
    for (const id of ['1', '2', '3']) {
      const email = { S: id === '3' ? '1@example.com' : `${id}@example.com` }
      await put(`CUSTOMER#${id}`, 'CUSTOMER', { _type: { S: 'Customer' }, id: { S: id }, email })
    }
    for (const number of ['1', '2']) {
      await put('CUSTOMER#1', `ORDER#${number}`, {
        _type: { S: 'Order' },
        id: { S: '1' },
        number: { S: number },
      })
    }
    await db.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('shows what it would do, asks for confirmation, does it, names items with equal values, and reports progress', async () => {
    const plan = await recount('plan', after)
    expect(plan.code).toBe(1)
    expect(plan.stdout).toContain('Shop: Customer.email Order.customer\n')
    expect(plan.stdout).toContain('3 markers and counts would be corrected, 1 cannot be')
    expect(plan.stdout).toContain('Order.customer: CUSTOMER#1 / CUSTOMER counts nothing, but there are 2')
    expect(await recount('run', after)).toMatchObject({ code: 2 })
    const done = await recount('run', after, '--yes', '--json')
    expect(JSON.parse(done.stdout)).toMatchObject([
      { table: 'Shop', changed: 3, problems: 1, complete: true, problemList: [{ kind: 'duplicate' }] },
    ])
    expect((await recount('status', after)).stdout).toContain('Shop: Customer.email Order.customer, done')
    const only = await recount('plan', after, '--relation', 'Order.customer')
    expect(only.stdout).toContain('0 markers and counts would be corrected')
    expect((await recount('plan', before)).stderr).toContain(
      'This model declares nothing unique and no counts',
    )
  })

  it('check and migrate report a new relation, and what to do', async () => {
    await monotable('check', before, '--lock')
    const checked = await monotable('check', after)
    expect(checked.stdout).toContain('belongs to customer was added')
    expect(checked.stdout.replaceAll(/\s+/g, ' ')).toContain('Run "monotable recount plan"')
    const { stdout } = await monotable('migrate', 'plan', after, '--path', path)
    expect(stdout).toContain('The model and schema.lock.json differ:')
    expect(stdout).toContain(
      'Shop/Order: Since the lock was written, belongs to customer was added: Customer by id',
    )
    const json = await monotable('migrate', 'plan', after, '--path', path, '--json')
    expect(JSON.parse(json.stdout)[0].drift).toHaveLength(2)
  })
})
