import { model, shape, table } from '@monotable/model'
import { projection } from '@monotable/model/streams'
import { catalogueTables } from './catalogue-tables.ts'
import type { Issue as IssueShape } from './grid-store.ts'

/*
 * Design 4, documents: an issue is one item with all its fields. The stream of issues writes an entry for each value
 * into a table of its own, which is read as if it were an index with several keys for one item.
 */

/** A value of an issue, where it is sorted by. */
export interface IndexEntryShape {
  readonly field: string
  readonly issue: string
  readonly num: number
  /** The value of a number; 0 for a text. */
  readonly number: number
  /** The value of a text; empty for a number. */
  readonly text: string
}

const catalogue = catalogueTables('Document')

export const documentTable = table('DocumentIssue', {
  key: { pk: 'id' },
  indexes: { byProject: { pk: 'project', sk: { name: 'num', type: 'N' }, projection: 'KEYS_ONLY' } },
  type: false,
})

const index = table('DocumentAttributeIndex', {
  key: { pk: 'attributeId', sk: 'sortString' },
  // Notes of what the stream has done expire.
  ttl: 'expires',
})

const Issue = documentTable.entity('Issue', {
  schema: shape<IssueShape>({ id: 'S', project: 'S', num: 'N', name: 'S', state: 'S', fields: 'M' }),
  index: { byProject: {} },
})

// A field is all numbers or all texts: by number first and text then, each is sorted by what it is.
const IndexEntry = index.entity('IndexEntry', {
  schema: shape<IndexEntryShape>({ field: 'S', issue: 'S', num: 'N', number: 'N', text: 'S' }),
  key: { pk: '{field}', sk: '{number:num}{text}#{num:pad6}' },
})

export const documentModel = model({
  entities: { ...catalogue.entities, Issue, IndexEntry },
  patterns: {
    ...catalogue.patterns,
    numbersUp: Issue.query('byProject', { page: 50 }),
    numbersDown: Issue.query('byProject', { order: 'descending', page: 50 }),
    valuesUp: IndexEntry.query('primary', { page: 50 }),
    valuesDown: IndexEntry.query('primary', { order: 'descending', page: 50 }),
  },
})

/** What the stream of issues has to know. Other tables are not its business, and it tells items by their keys. */
export const issueStream = model({ entities: { Issue, IndexEntry } })

/** What follows from issues: an entry for each of their values. */
export const issueEntries = projection(Issue).into(IndexEntry, ({ id, num, fields }) =>
  Object.entries(fields).map(([field, value]) => {
    const sorted = typeof value === 'number' ? { number: value, text: '' } : { number: 0, text: value }
    return { field, issue: id, num, ...sorted }
  }),
)

export type DocumentDb = ReturnType<typeof documentModel.connect>
