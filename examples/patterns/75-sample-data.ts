import assert from 'node:assert/strict'
import { createPort } from '@monotable/model'
import { buildModel, describedTableInput, modelSource, readWorkbenchFile } from '@monotable/model/outputs'
import { openClient } from './open-client.ts'

/*
 * 75. The content of a NoSQL Workbench file: tables, facets, sample data. `monotable import nosql-workbench file.json`
 * makes a model file from it and loads its data; `monotable workbench` shows both.
 */

const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' })
const file = {
  ModelName: 'Teams',
  DataModel: [
    {
      TableName: 'Pattern75',
      KeyAttributes: { PartitionKey: text('PK'), SortKey: text('SK') },
      TableFacets: [
        {
          FacetName: 'Member',
          KeyAttributeAlias: { PartitionKeyAlias: 'TEAM#team', SortKeyAlias: 'MEMBER#name' },
          NonKeyAttributes: ['age'],
          TableData: [
            {
              PK: { S: 'TEAM#red' },
              SK: { S: 'MEMBER#ann' },
              team: { S: 'red' },
              name: { S: 'ann' },
              age: { N: 31 },
            },
            { PK: { S: 'TEAM#red' }, SK: { S: '' } },
          ],
        },
      ],
    },
  ],
}

const { description, items, messages } = readWorkbenchFile(file)
// Errors in a file are repaired or left out, and reported.
assert.deepEqual(
  messages.map(({ path }) => path.replace('DataModel[0].TableFacets[0].', '')),
  ['TableData[0].age', 'TableData[1]'],
)
assert.match(modelSource(description), /key: \{ pk: 'TEAM#\{team\}', sk: 'MEMBER#\{name\}' \}/)

const [table] = description.tables
assert.ok(table)
const client = await openClient(describedTableInput(table))
for (const Item of items.get(table.name) ?? []) {
  await createPort(client).send('PutItem', { TableName: table.name, Item: Item as never })
}
const found = await buildModel(description)
  .connect(client)
  .q['member']?.({ team: 'red' } as never)
assert.deepEqual(found, { items: [{ team: 'red', name: 'ann', age: 31 }] })
