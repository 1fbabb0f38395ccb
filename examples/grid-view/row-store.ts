import type { Database, WriteRequest } from '@monotable/model'
import { type Catalogue, cachedFields, type FieldCache } from './field-cache.ts'
import { type FieldChange, readChanges } from './field-values.ts'
import { GridError } from './grid-error.ts'
import type { Field, FieldValue, GridStore, Issue, IssueKey } from './grid-store.ts'
import { type IssueReader, pageByField, pageByNumber } from './page-issues.ts'

/** An issue without its custom fields. */
export type IssueHead = Omit<Issue, 'fields'>

type Write = WriteRequest<unknown, unknown>
type Writer = Pick<Database<Record<never, never>, Record<never, never>>, 'transact' | 'batch'>

/** How a design stores an issue as several items: one for the issue, and one for each value. */
export interface IssueRows extends IssueReader {
  head(key: IssueKey): Promise<IssueHead | undefined>
  putHead(head: IssueHead): Write
  removeHead(key: IssueKey): Write
  putValue(head: IssueHead, field: Field, value: FieldValue): Write
  removeValue(key: IssueKey, field: string): Write
}

export interface RowStoreParts {
  readonly db: Writer
  readonly rows: IssueRows
  readonly catalogue: Catalogue
  readonly cache: FieldCache
}

/** The maximum number of members in a transaction. */
const transactionLimit = 100

/**
 * Creates a grid whose issues are several items each.
 *
 * A single field is written by itself. Up to a hundred items are written in one transaction, all or none. More than
 * that, as in an issue with 400 fields, are written in transactions of a hundred, one after the other: each is atomic,
 * the whole is not. A new issue is written after its values, and an issue is removed before them, so that no list by
 * number shows a part of it.
 */
export function createRowStore({ db, rows, catalogue, cache }: RowStoreParts): GridStore {
  const fields = cachedFields(catalogue, cache)
  const changesOf = async (project: string, changes: Parameters<typeof readChanges>[1]) =>
    readChanges(await fields.known(project, Object.keys(changes)), changes)
  const valueWrites = (head: IssueHead, changes: readonly FieldChange[]) =>
    changes.map(({ field, value }) =>
      value === undefined ? rows.removeValue(head, field.id) : rows.putValue(head, field, value),
    )
  const { fields: fieldsOf, createTenant, createProject, projects } = catalogue
  return {
    createTenant,
    createProject,
    projects,
    fields: fieldsOf,
    defineField: fields.define,
    putIssue: async ({ fields: values, ...head }) => {
      const [before] = await rows.issues([head], { consistent: true })
      const gone = Object.keys(before?.fields ?? {}).filter((id) => !Object.hasOwn(values, id))
      const changes = await changesOf(head.project, values)
      // An update would need the old number to find the entries to sort by.
      if (before !== undefined && before.num !== head.num) throw new GridError('The number of an issue stays')
      const removals = gone.map((id) => rows.removeValue(head, id))
      await writeAll(db, [...removals, ...valueWrites(head, changes), rows.putHead(head)])
    },
    loadIssues: async (issues) => {
      const writes: Write[] = []
      for (const { fields: values, ...head } of issues) {
        writes.push(...valueWrites(head, await changesOf(head.project, values)), rows.putHead(head))
      }
      await db.batch.write(writes)
    },
    issue: async (key) => (await rows.issues([key], { consistent: true }))[0],
    updateFields: async (key, changes) => {
      const read = await changesOf(key.project, changes)
      const head = await rows.head(key)
      if (head === undefined) throw new GridError('There is no such issue')
      await writeAll(db, valueWrites(head, read))
    },
    removeIssue: async (key) => {
      const [issue] = await rows.issues([key], { consistent: true })
      const removals = Object.keys(issue?.fields ?? {}).map((id) => rows.removeValue(key, id))
      await writeAll(db, [rows.removeHead(key), ...removals])
    },
    issuesByNumber: (order, page) => pageByNumber(rows, order, page),
    issuesByField: async ({ project, field: id, direction = 'ascending' }, page) => {
      const field = (await fields.known(project, [id])).get(id)
      if (field === undefined) throw new GridError(`There is no field "${id}"`)
      return pageByField(rows, { project, field, direction }, page)
    },
  }
}

async function writeAll(db: Writer, writes: readonly Write[]): Promise<void> {
  const [only] = writes
  if (only !== undefined && writes.length === 1) {
    await only.send()
    return
  }
  for (let at = 0; at < writes.length; at += transactionLimit) {
    await db.transact(writes.slice(at, at + transactionLimit))
  }
}
