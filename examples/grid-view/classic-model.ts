import { model, shape, table } from '@monotable/model'
import { catalogueTables } from './catalogue-tables.ts'
import type { IssueHead } from './row-store.ts'

/*
 * Design 1, classic: five tables as in a relational database, and the join in the application.
 *
 * Values have two indexes, since a key has one type: one for text, one for numbers. Their sort keys have two
 * attributes, the value and the number of the issue, which DynamoDB allows since November 2025.
 */

/** The value of one field of one issue: a text or a number. */
export interface AttributeValueShape {
  readonly issueId: string
  readonly attributeId: string
  readonly num: number
  readonly stringValue?: string
  readonly numberValue?: number
}

const catalogue = catalogueTables('Classic')

const issues = table('ClassicIssue', {
  key: { pk: 'id' },
  indexes: { byProject: { pk: 'project', sk: { name: 'num', type: 'N' }, projection: 'KEYS_ONLY' } },
  type: false,
})

const values = table('ClassicAttributeValue', {
  key: { pk: 'issueId', sk: 'attributeId' },
  indexes: {
    byString: {
      pk: 'attributeId',
      sk: ['stringValue', { name: 'num', type: 'N' }],
      projection: 'KEYS_ONLY',
    },
    byNumber: {
      pk: 'attributeId',
      sk: [
        { name: 'numberValue', type: 'N' },
        { name: 'num', type: 'N' },
      ],
      projection: 'KEYS_ONLY',
    },
  },
  type: false,
})

const Issue = issues.entity('Issue', {
  schema: shape<IssueHead>({ id: 'S', project: 'S', num: 'N', name: 'S', state: 'S' }),
  index: { byProject: {} },
})

const AttributeValue = values.entity('AttributeValue', {
  schema: shape<AttributeValueShape>({
    issueId: 'S',
    attributeId: 'S',
    num: 'N',
    stringValue: 'S',
    numberValue: 'N',
  }),
  index: { byString: {}, byNumber: {} },
})

export const classicModel = model({
  entities: { ...catalogue.entities, Issue, AttributeValue },
  patterns: {
    ...catalogue.patterns,
    valuesOf: AttributeValue.query('primary', { describe: 'All values of an issue', expect: { items: 400 } }),
    numbersUp: Issue.query('byProject', { page: 50 }),
    numbersDown: Issue.query('byProject', { order: 'descending', page: 50 }),
    textsUp: AttributeValue.query('byString', { page: 50 }),
    textsDown: AttributeValue.query('byString', { order: 'descending', page: 50 }),
    amountsUp: AttributeValue.query('byNumber', { page: 50 }),
    amountsDown: AttributeValue.query('byNumber', { order: 'descending', page: 50 }),
  },
})

export type ClassicDb = ReturnType<typeof classicModel.connect>
