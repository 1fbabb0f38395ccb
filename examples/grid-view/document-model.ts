import { model, shape, table } from '@monotable/model'
import { projection } from '@monotable/model/streams'
import { catalogueTables } from './catalogue-tables.ts'
import type { Issue as IssueShape } from './grid-store.ts'

/*
 * Design 4, documents: an issue is one item with all its fields. The stream of issues writes an entry for each value
 * into a table of its own, which serves as an index with several keys for one item.
 */

/** A value of an issue, as an entry to sort by. */
export interface IndexEntryShape {
  readonly field: string
  readonly issue: string
  readonly num: number
  /** The value, if it is a number; else 0. */
  readonly number: number
  /** The value, if it is text; else empty. */
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
  // The ledger of the stream expires.
  ttl: 'expires',
})

const Issue = documentTable.entity('Issue', {
  schema: shape<IssueShape>({ id: 'S', project: 'S', num: 'N', name: 'S', state: 'S', fields: 'M' }),
  index: { byProject: {} },
})

// A field has either numbers or texts: sorted by number and then by text, both are in order.
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

/** The model for the stream of issues. It contains no other tables, and its items are recognized by their keys. */
export const issueStream = model({ entities: { Issue, IndexEntry } })

/** The entries derived from issues: one for each of their values. */
export const issueEntries = projection(Issue).into(IndexEntry, ({ id, num, fields }) =>
  Object.entries(fields).map(([field, value]) => {
    const sorted = typeof value === 'number' ? { number: value, text: '' } : { number: 0, text: value }
    return { field, issue: id, num, ...sorted }
  }),
)

export type DocumentDb = ReturnType<typeof documentModel.connect>
