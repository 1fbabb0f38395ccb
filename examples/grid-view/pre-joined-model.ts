import { model, shape, table } from '@monotable/model'
import { catalogueTables } from './catalogue-tables.ts'
import type { IssueHead } from './row-store.ts'

/*
 * Design 2, pre-joined: an issue and its values share a partition, so that one query reads them. Every sort key is
 * text, the sort string, so that one index sorts issues by number and values by value.
 */

/** The value of a field with text or a date. */
export interface TextValueShape {
  readonly issue: string
  readonly field: string
  readonly num: number
  readonly value: string
}

/** The value of a numeric field. */
export interface NumberValueShape extends Omit<TextValueShape, 'value'> {
  readonly value: number
}

const catalogue = catalogueTables('PreJoined')

const issues = table('PreJoinedIssue', {
  key: { pk: 'issueId', sk: 'projectAttributeId' },
  indexes: {
    bySortString: {
      pk: 'projectAttributeId',
      sk: 'sortString',
      projection: { include: ['_type', 'id', 'issue', 'num'] },
    },
  },
})

const Issue = issues.entity('Issue', {
  schema: shape<IssueHead>({ id: 'S', project: 'S', num: 'N', name: 'S', state: 'S' }),
  key: { pk: '{id}', sk: '{project}' },
  index: { bySortString: { sk: '{num:pad6}' } },
  // All ids come from one source, so a project and a field never have the same.
  allow: ['collision'],
})

const TextValue = issues.entity('TextValue', {
  schema: shape<TextValueShape>({ issue: 'S', field: 'S', num: 'N', value: 'S' }),
  key: { pk: '{issue}', sk: '{field}' },
  index: { bySortString: { sk: '{value}#{num:pad6}' } },
  allow: ['collision'],
})

const NumberValue = issues.entity('NumberValue', {
  schema: shape<NumberValueShape>({ issue: 'S', field: 'S', num: 'N', value: 'N' }),
  key: { pk: '{issue}', sk: '{field}' },
  index: { bySortString: { sk: '{value:num}#{num:pad6}' } },
  allow: ['collision'],
})

/** An id belongs to a project, or to a field of one type: other kinds are never in its partition of the index. */
const list = { page: 50, allow: ['others'] } as const

export const preJoinedModel = model({
  entities: { ...catalogue.entities, Issue, TextValue, NumberValue },
  patterns: {
    ...catalogue.patterns,
    issue: issues.collect(
      'primary',
      { head: Issue.one(), texts: TextValue.many(), numbers: NumberValue.many() },
      { describe: 'An issue and all its values', expect: { items: 401 }, allow: ['unbounded'] },
    ),
    numbersUp: Issue.query('bySortString', list),
    numbersDown: Issue.query('bySortString', { ...list, order: 'descending' }),
    textsUp: TextValue.query('bySortString', list),
    textsDown: TextValue.query('bySortString', { ...list, order: 'descending' }),
    amountsUp: NumberValue.query('bySortString', list),
    amountsDown: NumberValue.query('bySortString', { ...list, order: 'descending' }),
  },
})

export type PreJoinedDb = ReturnType<typeof preJoinedModel.connect>
