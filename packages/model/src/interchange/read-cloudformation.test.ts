import { model, shape, table } from '@monotable/model'
import { describe, expect, it } from 'vitest'
import { describeModel } from '../documents/describe-model.ts'
import { cloudFormationTemplate } from '../templates/cloudformation-template.ts'
import { readCloudFormation } from './read-cloudformation.ts'

const key = (name: string, half = 'HASH') => ({ AttributeName: name, KeyType: half })
const attribute = (name: string, type = 'S') => ({ AttributeName: name, AttributeType: type })

function templateOf(properties: object, more: object = {}) {
  return { ...more, Resources: { AppTable: { Type: 'AWS::DynamoDB::Table', Properties: properties } } }
}

describe('readCloudFormation', () => {
  it('returns the tables of a template written by the model', () => {
    const music = table('Music', {
      key: { pk: 'PK', sk: { name: 'SK', type: 'N' } },
      indexes: {
        byPlace: { pk: ['country', 'city'], sk: 'street', projection: { include: ['title'] } },
        local: { pk: 'PK', sk: 'day', local: true, projection: 'KEYS_ONLY' },
      },
      ttl: 'expires',
    })
    const Song = music.entity('Song', { schema: shape<{ PK: string; SK: number }>() })
    const written = describeModel(model({ entities: { Song } }))
    const { description, messages } = readCloudFormation(cloudFormationTemplate(written))
    const { name, key: ownKey, indexes, ttlAttribute } = written.tables[0] as (typeof written.tables)[0]
    expect(description.tables[0]).toMatchObject({ name, key: ownKey, indexes, ttlAttribute })
    expect(messages).toEqual([])
  })

  it('evaluates what the template itself determines, and says so', () => {
    const properties = {
      TableName: { 'Fn::Sub': `app-\${Stage}` },
      AttributeDefinitions: [attribute('pk')],
      KeySchema: [key('pk')],
      TimeToLiveSpecification: { AttributeName: { Ref: 'TtlName' }, Enabled: true },
    }
    const parameters = {
      Stage: { Type: 'String', Default: 'dev' },
      TtlName: { Type: 'String', Default: 'ttl' },
    }
    const { description, messages } = readCloudFormation(templateOf(properties, { Parameters: parameters }))
    expect(description.tables[0]).toMatchObject({ name: 'app-dev', ttlAttribute: 'ttl' })
    expect(messages.map(({ message }) => message)).toEqual([
      'is the parameter Stage; its default was used',
      'is the parameter TtlName; its default was used',
    ])
  })

  it('names a table by its logical id when its name is only known at deployment', () => {
    const properties = {
      TableName: { 'Fn::Join': ['-', [{ Ref: 'AWS::StackName' }, 'x']] },
      AttributeDefinitions: [attribute('pk')],
      KeySchema: [key('pk')],
    }
    const { description, messages } = readCloudFormation(templateOf(properties))
    expect(description.tables[0]?.name).toBe('AppTable')
    expect(messages).toEqual([
      {
        path: 'Resources.AppTable.Properties.TableName',
        message: 'is known only when the template is deployed; AppTable was used',
      },
    ])
  })

  it('reads the simple tables of SAM', () => {
    const { description } = readCloudFormation({
      Resources: {
        Notes: {
          Type: 'AWS::Serverless::SimpleTable',
          Properties: { PrimaryKey: { Name: 'note', Type: 'Number' } },
        },
      },
    })
    expect(description.tables[0]?.key.pk).toEqual([{ name: 'note', type: 'N' }])
  })

  it.each([
    [{}, 'is missing: this is not a CloudFormation template'],
    [null, 'is missing: this is not a CloudFormation template'],
    [{ Resources: { Queue: { Type: 'AWS::SQS::Queue' }, odd: 7 } }, 'has no DynamoDB table'],
  ])('reports that %j contains no table', (template, message) => {
    const { description, messages } = readCloudFormation(template)
    expect(description.tables).toEqual([])
    expect(messages).toEqual([{ path: 'Resources', message }])
  })

  it('leaves out what cannot be read, and terminates', () => {
    let deep: object = { Ref: 'x' }
    for (let depth = 0; depth < 3_000; depth++) deep = { 'Fn::If': ['c', deep] }
    const { description } = readCloudFormation({
      Resources: {
        A: { Type: 'AWS::DynamoDB::Table', Properties: { KeySchema: deep } },
        B: { Type: 'AWS::DynamoDB::Table' },
        C: { Type: 'AWS::DynamoDB::Table', Properties: { KeySchema: [key('a:b')] } },
        constructor: { Type: 'constructor' },
      },
    })
    expect(description.tables).toEqual([])
  })
})
