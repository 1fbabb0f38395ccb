import { createCatalogue } from './catalogue-tables.ts'
import type { ClassicDb } from './classic-model.ts'
import { collectAll } from './collect-all.ts'
import { suffixes } from './direction-suffix.ts'
import type { FieldCache } from './field-cache.ts'
import { isNumeric } from './field-values.ts'
import type { FieldValue, GridStore } from './grid-store.ts'
import { numberRange } from './number-range.ts'
import type { ReadChoice } from './page-issues.ts'
import { createRowStore, type IssueRows } from './row-store.ts'

/** Creates the grid in the classic design. */
export function createClassicStore(db: ClassicDb, cache: FieldCache): GridStore {
  return createRowStore({ db, rows: classicRows(db), catalogue: createCatalogue(db), cache })
}

function classicRows(db: ClassicDb): IssueRows {
  return {
    head: ({ id }) => db.Issue.get({ id }, { consistent: true }).send(),
    putHead: (head) => db.Issue.put(head),
    removeHead: ({ id }) => db.Issue.remove({ id }),
    putValue: ({ id, num }, field, value) => {
      const typed = typeof value === 'number' ? { numberValue: value } : { stringValue: value }
      return db.AttributeValue.put({ issueId: id, attributeId: field.id, num, ...typed })
    },
    removeValue: ({ id }, attributeId) => db.AttributeValue.remove({ issueId: id, attributeId }),
    byValue: async ({ field, direction }, page) => {
      const read = db.q[`${isNumeric(field) ? 'amounts' : 'texts'}${suffixes[direction]}`]
      const { items, next } = await read({ attributeId: field.id }, page)
      return { ids: items.map(({ issueId }) => issueId), next }
    },
    byNumber: async (range) => {
      const args = { project: range.project, ...numberRange(range) }
      const { items } = await db.q[`numbers${suffixes[range.direction]}`](args, { limit: range.limit })
      return items
    },
    lacking: async (_, field, entries) => {
      const keys = entries.map(({ id }) => db.AttributeValue.get({ issueId: id, attributeId: field.id }))
      const found = await db.batch.get(keys)
      return entries.filter((__, at) => found[at] === undefined)
    },
    // The join: issues in batches, and a query for the values of each.
    issues: async (keys, choice = {}) => {
      const gets = keys.map(({ id }) => db.Issue.get({ id }))
      const [heads, values] = await Promise.all([
        db.batch.get(gets, choice),
        Promise.all(keys.map(({ id }) => valuesOf(db, id, choice))),
      ])
      return heads.map((head, at) => head && { ...head, fields: values[at] ?? {} })
    },
  }
}

async function valuesOf(
  db: ClassicDb,
  issueId: string,
  choice: ReadChoice,
): Promise<{ [field: string]: FieldValue }> {
  const found = await collectAll(db.q.valuesOf({ issueId }, choice).all())
  return Object.fromEntries(
    found.map(({ attributeId, stringValue, numberValue }) => [attributeId, numberValue ?? stringValue ?? '']),
  )
}
