import assert from 'node:assert/strict'
import { model, shape, table } from '@monotable/model'
import {
  cloudFormationTemplate,
  describedTableInput,
  describeModel,
  readCloudFormation,
} from '@monotable/model/outputs'
import { openClient } from './open-client.ts'

/*
 * 70. CloudFormation tables, in both directions. `monotable import cloudformation template.json` makes a model file
 * from a template, and `monotable export cloudformation model.ts` a template from a model.
 */

const definitions = ['pk', 'sk', 'GSI1PK', 'GSI1SK'].map((AttributeName) => ({
  AttributeName,
  AttributeType: 'S',
}))
const keySchema = (pk: string, sk: string) => [
  { AttributeName: pk, KeyType: 'HASH' },
  { AttributeName: sk, KeyType: 'RANGE' },
]
const { description } = readCloudFormation({
  Resources: {
    AppTable: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        TableName: 'Pattern70',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: definitions,
        KeySchema: keySchema('pk', 'sk'),
        GlobalSecondaryIndexes: [
          {
            IndexName: 'GSI1',
            KeySchema: keySchema('GSI1PK', 'GSI1SK'),
            Projection: { ProjectionType: 'ALL' },
          },
        ],
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      },
    },
  },
})
const [found] = description.tables
assert.ok(found)
assert.deepEqual([found.name, found.ttlAttribute, found.indexes[0]?.name], ['Pattern70', 'ttl', 'GSI1'])

// A template does not say what is in a table: that is what the model is for.
const app = table('Pattern70', {
  key: { pk: 'pk', sk: 'sk' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
  ttl: 'ttl',
})
const User = app.entity('User', {
  schema: shape<{ userId: string; email: string }>(),
  key: { pk: 'USER#{userId}', sk: 'PROFILE' },
  index: { GSI1: { pk: 'EMAIL#{email}', sk: 'USER#{userId}' } },
})
const appModel = model({ entities: { User }, patterns: { byEmail: User.query('GSI1') } })

const { Resources } = cloudFormationTemplate(describeModel(appModel))
const back = readCloudFormation({ Resources }).description.tables[0]
assert.deepEqual([back?.name, back?.key, back?.indexes], [found.name, found.key, found.indexes])

const db = appModel.connect(await openClient(describedTableInput(found)))
await db.User.create({ userId: '7', email: 'ann@example.com' })
const { items } = await db.q.byEmail({ email: 'ann@example.com' })
assert.deepEqual(items, [{ userId: '7', email: 'ann@example.com' }])
