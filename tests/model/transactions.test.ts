import { createTableInput, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

const app = table('Accounts', { key: { pk: 'PK' }, relations })
const Account = app.entity('Account', {
  schema: shape<{ id: string; balance: number; note?: string }>(),
  key: { pk: 'ACCOUNT#{id}' },
})

describe.each(backends)('transactions, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () => app.connect(backend.client, { entities: { Account } })
  let db: ReturnType<typeof connect>
  beforeEach(async () => {
    backend = await open()
    await backend.db.send('CreateTable', createTableInput(app))
    db = connect()
    await db.Account.create({ id: '1', balance: 0 })
  })
  afterEach(() => backend.close())

  it('of one verb are done once when they have a token', async () => {
    const pay = () =>
      db.transact([db.Account.update({ id: '1' }, (one, { add }) => add(one.balance, 5))], {
        token: 'payment-17',
      })
    expect(pay().params().operation).toBe('TransactWriteItems')
    expect(await pay()).toEqual([{ id: '1', balance: 5 }])
    expect(await pay()).toEqual([{ id: '1', balance: 5 }])
    expect(await db.Account.get({ id: '1' }, { consistent: true })).toEqual({ id: '1', balance: 5 })
  })

  it('of several verbs of one item give the result of each', async () => {
    const results = await db.transact([
      db.Account.update({ id: '1' }, (one, { add }) => add(one.balance, 5)),
      db.Account.update({ id: '1' }, { note: 'paid' }),
    ])
    const account = { id: '1', balance: 5, note: 'paid' }
    expect(results).toEqual([account, account])
  })
})
