import { createCatalogue } from './catalogue-tables.ts'
import { suffixes } from './direction-suffix.ts'
import type { FieldCache } from './field-cache.ts'
import { isNumeric } from './field-values.ts'
import type { GridStore } from './grid-store.ts'
import { numberRange } from './number-range.ts'
import type { PreJoinedDb } from './pre-joined-model.ts'
import { createRowStore, type IssueRows } from './row-store.ts'

/** Creates the grid in the pre-joined design. */
export function createPreJoinedStore(db: PreJoinedDb, cache: FieldCache): GridStore {
  return createRowStore({ db, rows: preJoinedRows(db), catalogue: createCatalogue(db), cache })
}

function preJoinedRows(db: PreJoinedDb): IssueRows {
  return {
    head: ({ project, id }) => db.Issue.get({ id, project }, { consistent: true }).send(),
    putHead: (head) => db.Issue.put(head),
    removeHead: ({ project, id }) => db.Issue.remove({ id, project }),
    putValue: ({ id, num }, field, value) => {
      const place = { issue: id, field: field.id, num }
      return typeof value === 'number'
        ? db.NumberValue.put({ ...place, value })
        : db.TextValue.put({ ...place, value })
    },
    // The key is the same for all types.
    removeValue: ({ id }, field) => db.TextValue.remove({ issue: id, field }),
    byValue: async ({ field, direction }, page) => {
      const read = db.q[`${isNumeric(field) ? 'amounts' : 'texts'}${suffixes[direction]}`]
      const { items, next } = await read({ field: field.id }, page)
      return { ids: items.flatMap(({ issue }) => issue ?? []), next }
    },
    byNumber: async (range) => {
      const args = { project: range.project, ...numberRange(range) }
      const { items } = await db.q[`numbers${suffixes[range.direction]}`](args, { limit: range.limit })
      return items.map(({ id = '', num = 0 }) => ({ id, num }))
    },
    lacking: async (_, field, entries) => {
      const values = isNumeric(field) ? db.NumberValue : db.TextValue
      const found = await db.batch.get(entries.map(({ id }) => values.get({ issue: id, field: field.id })))
      return entries.filter((__, at) => found[at] === undefined)
    },
    // 400 values of at most 300 bytes are far below the limit of a query.
    issues: (keys, choice) =>
      Promise.all(
        keys.map(async ({ id }) => {
          const { head, texts, numbers } = await db.q.issue({ id }, choice)
          const values = [...texts, ...numbers].map(({ field, value }) => [field, value] as const)
          return head && { ...head, fields: Object.fromEntries(values) }
        }),
      ),
  }
}
