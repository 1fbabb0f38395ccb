import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 3. Every item contains the name of its entity. */

const app = table('Pattern03', { key: { pk: 'PK', sk: 'SK' }, type: 'TYPE' })
const User = app.entity('USER', {
  schema: shape<{ id: string }>(),
  key: { pk: 'USER#{id}', sk: '#METADATA' },
})
const db = app.connect(await openClient(app), { entities: { User } })

assert.deepEqual(db.User.put({ id: '1' }).params().input, {
  TableName: 'Pattern03',
  Item: { id: { S: '1' }, TYPE: { S: 'USER' }, PK: { S: 'USER#1' }, SK: { S: '#METADATA' } },
})
