import { collectAll } from './collect-all.ts'
import { suffixes } from './direction-suffix.ts'
import type { Catalogue, FieldCache } from './field-cache.ts'
import type { FieldType, GridStore } from './grid-store.ts'
import { numberRange } from './number-range.ts'
import { createRowStore, type IssueHead, type IssueRows } from './row-store.ts'
import type { IssueShape, SingleTableDb } from './single-table-model.ts'

/** Creates the grid in one table. */
export function createSingleTableStore(db: SingleTableDb, cache: FieldCache): GridStore {
  return createRowStore({ db, rows: singleTableRows(db), catalogue: singleTableCatalogue(db), cache })
}

function singleTableCatalogue(db: SingleTableDb): Catalogue {
  return {
    createTenant: async ({ id, name }) => {
      await db.Tenant.create({ id, Name: name })
    },
    createProject: async (project) => {
      await db.Project.create(project)
    },
    projects: async (tenant) => {
      const found = await collectAll(db.q.projects({ tenant }).all())
      return found.map(({ id = '', name = '' }) => ({ id, tenant, name }))
    },
    defineField: async ({ id, project, name, type, position }) => {
      await db.Field.put({ id, project, Name: name, Num: position, Type: type })
    },
    fields: async (project) => {
      const { fields } = await db.q.project({ project })
      return fields
        .map(({ id, Name, Num, Type }) => ({ id, project, name: Name, type: Type, position: Num }))
        .sort((one, other) => one.position - other.position)
    },
  }
}

/** The patterns that read by values of a type, without the direction. */
const patterns = { text: 'texts', date: 'texts', int: 'ints', number: 'amounts' } as const satisfies {
  readonly [One in FieldType]: string
}

/** The entities of values of a type. */
const valuesOf = {
  text: 'TextValue',
  date: 'TextValue',
  int: 'IntValue',
  number: 'NumberValue',
} as const satisfies { readonly [One in FieldType]: string }

function singleTableRows(db: SingleTableDb): IssueRows {
  return {
    head: async ({ project, id }) => {
      const stored = await db.Issue.get({ id, project }, { consistent: true })
      return headOf(stored)
    },
    putHead: ({ name, state, ...head }) => db.Issue.put({ ...head, Name: name, State: state }),
    removeHead: ({ project, id }) => db.Issue.remove({ id, project }),
    putValue: ({ id, num }, field, value) => {
      const place = { issue: id, field: field.id, num }
      if (typeof value === 'string') return db.TextValue.put({ ...place, value })
      const values = field.type === 'int' ? db.IntValue : db.NumberValue
      return values.put({ ...place, value })
    },
    // The key is the same for all types.
    removeValue: ({ id }, field) => db.TextValue.remove({ issue: id, field }),
    byValue: async ({ field, direction }, page) => {
      const read = db.q[`${patterns[field.type]}${suffixes[direction]}`]
      const { items, next } = await read({ field: field.id }, page)
      return { ids: items.flatMap(({ issue }) => issue ?? []), next }
    },
    byNumber: async (range) => {
      const args = { project: range.project, ...numberRange(range) }
      const { items } = await db.q[`numbers${suffixes[range.direction]}`](args, { limit: range.limit })
      return items.map(({ id = '', num = 0 }) => ({ id, num }))
    },
    lacking: async (_, field, entries) => {
      const values = db[valuesOf[field.type]]
      const keys = entries.map(({ id }) => values.get({ issue: id, field: field.id }))
      const found = await db.batch.get(keys)
      return entries.filter((__, at) => found[at] === undefined)
    },
    issues: (keys, choice) =>
      Promise.all(
        keys.map(async ({ id }) => {
          const { head, texts, ints, numbers } = await db.q.issue({ id }, choice)
          const values = [...texts, ...ints, ...numbers].map(({ field, value }) => [field, value] as const)
          const found = headOf(head)
          return found && { ...found, fields: Object.fromEntries(values) }
        }),
      ),
  }
}

function headOf(stored: IssueShape | undefined): IssueHead | undefined {
  if (stored === undefined) return undefined
  const { id, project, num, Name, State } = stored
  return { id, project, num, name: Name, state: State }
}
