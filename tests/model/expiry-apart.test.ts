import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, shape, table } from '@monotable/model'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/* DynamoDB's TTL may use another attribute than the application's expiry, and has to follow it. */

const app = table('Passes', { key: { pk: 'PK' }, ttl: 'ttl' })
const Pass = app.entity('Pass', {
  schema: shape<{ id: string; until?: Date; renewed?: Date }>(),
  key: { pk: 'PASS#{id}' },
  ttl: 'until',
  stored: { renewed: 'date' },
})
const Fixed = app.entity('Fixed', {
  schema: shape<{ id: string; until?: Date }>(),
  key: { pk: 'FIXED#{id}' },
  ttl: 'until',
  readOnly: ['until'],
})

const sooner = new Date('2090-01-01')
const later = new Date('2091-01-01')
const seconds = (date: Date) => ({ N: String(date.getTime() / 1000) })

let client: Database
const connect = () => app.connect(client, { entities: { Pass, Fixed } })
beforeEach(async () => {
  client = await createDatabase()
  await client.send('CreateTable', createTableInput(app))
})
afterEach(() => client.close())

async function stored(key: string) {
  const { Item } = await client.send('GetItem', { TableName: 'Passes', Key: { PK: { S: key } } })
  return Item
}

describe('a TTL attribute of its own', () => {
  it('stays when the expiry is set only if missing, and is added where it was missing', async () => {
    const { Pass } = connect()
    await Pass.create({ id: '1', until: sooner })
    await Pass.create({ id: '2' })
    for (const id of ['1', '2']) {
      await Pass.update({ id }, (one, { setIfMissing }) => setIfMissing(one.until, later))
    }
    expect((await stored('PASS#1'))?.['ttl']).toEqual(seconds(sooner))
    expect((await stored('PASS#2'))?.['ttl']).toEqual(seconds(later))
  })

  it('follows a value copied from another attribute, as it is at the time of the write', async () => {
    await connect().Pass.create({ id: '1', until: sooner, renewed: sooner })
    let isFirst = true
    const late = {
      send: async (operation: string, input: object) => {
        if (operation === 'UpdateItem' && isFirst) {
          isFirst = false
          await connect().Pass.update({ id: '1' }, { renewed: later })
        }
        return client.send(operation as 'UpdateItem', input as never)
      },
    }
    const { Pass: verbs } = app.connect(late, { entities: { Pass } })
    await verbs.update({ id: '1' }, (one, { set }) => set(one.until, one.renewed))
    expect(await stored('PASS#1')).toMatchObject({
      ttl: seconds(later),
      until: { S: later.toISOString() },
    })
  })

  it('is removed with the expiry', async () => {
    const { Pass } = connect()
    await Pass.create({ id: '1', until: sooner })
    await Pass.update({ id: '1' }, (one, { remove }) => remove(one.until))
    expect(await stored('PASS#1')).not.toHaveProperty('ttl')
  })

  it('stays unchanged when an upsert may not change the expiry', async () => {
    const { Fixed } = connect()
    await Fixed.upsert({ id: '1', until: sooner })
    await Fixed.upsert({ id: '1', until: later })
    expect(await stored('FIXED#1')).toMatchObject({
      ttl: seconds(sooner),
      until: { S: sooner.toISOString() },
    })
  })
})
