import { createCatalogue } from './catalogue-tables.ts'
import { suffixes } from './direction-suffix.ts'
import type { DocumentDb } from './document-model.ts'
import { cachedFields, type FieldCache } from './field-cache.ts'
import { type FieldChange, readChanges } from './field-values.ts'
import { GridError } from './grid-error.ts'
import type { GridStore, Issue, IssueKey } from './grid-store.ts'
import { numberRange } from './number-range.ts'
import { type IssueReader, pageByField, pageByNumber } from './page-issues.ts'

/** An update may have 4 KB of text and 300 operators: with more fields than this, the whole issue is written. */
const fieldsInUpdate = 40
/** How often an issue is read again after others have changed it. */
const attempts = 10

/**
 * Creates the grid in documents: every change of an issue is one atomic write, with 400 fields as with one. The entries
 * to sort by follow a moment later.
 */
export function createDocumentStore(db: DocumentDb, cache: FieldCache): GridStore {
  const catalogue = createCatalogue(db)
  const fields = cachedFields(catalogue, cache)
  const reader = documentReader(db)
  const changesOf = async (project: string, changes: Parameters<typeof readChanges>[1]) =>
    readChanges(await fields.known(project, Object.keys(changes)), changes)
  const complete = async (issue: Issue): Promise<Issue> => {
    return { ...issue, fields: applyChanges({}, await changesOf(issue.project, issue.fields)) }
  }
  const { fields: fieldsOf, createTenant, createProject, projects } = catalogue
  return {
    createTenant,
    createProject,
    projects,
    fields: fieldsOf,
    defineField: fields.define,
    putIssue: async (issue) => {
      await db.Issue.put(await complete(issue))
    },
    loadIssues: async (issues) => {
      const checked: Issue[] = []
      // One after the other: the first reads the fields of the project, and the others find them in the cache.
      for (const issue of issues) checked.push(await complete(issue))
      await db.batch.write(checked.map((issue) => db.Issue.put(issue)))
    },
    issue: (key) => findIssue(db, key),
    updateFields: async (key, changes) => {
      const read = await changesOf(key.project, changes)
      await (read.length > fieldsInUpdate ? rewrite(db, key, read) : update(db, key, read))
    },
    removeIssue: async ({ id }) => {
      await db.Issue.remove({ id })
    },
    issuesByNumber: (order, page) => pageByNumber(reader, order, page),
    issuesByField: async ({ project, field: id, direction = 'ascending' }, page) => {
      const field = (await fields.known(project, [id])).get(id)
      if (field === undefined) throw new GridError(`There is no field "${id}"`)
      return pageByField(reader, { project, field, direction }, page)
    },
  }
}

function documentReader(db: DocumentDb): IssueReader {
  const issuesOf = (keys: readonly IssueKey[]) =>
    db.batch.get(keys.map(({ id }) => db.Issue.get({ id }))).send()
  return {
    byValue: async ({ field, direction }, page) => {
      const { items, next } = await db.q[`values${suffixes[direction]}`]({ field: field.id }, page)
      return { ids: items.map(({ issue }) => issue), next }
    },
    byNumber: async (range) => {
      const args = { project: range.project, ...numberRange(range) }
      const { items } = await db.q[`numbers${suffixes[range.direction]}`](args, { limit: range.limit })
      return items
    },
    // A document itself shows whether it has a field.
    lacking: async (project, field, entries) => {
      const found = await issuesOf(entries.map(({ id }) => ({ project, id })))
      return found
        .filter((issue) => issue !== undefined)
        .filter(({ fields }) => !Object.hasOwn(fields, field.id))
        .map((issue) => ({ id: issue.id, num: issue.num, issue }))
    },
    issues: issuesOf,
  }
}

async function findIssue(db: DocumentDb, { project, id }: IssueKey): Promise<Issue | undefined> {
  const issue = await db.Issue.get({ id }, { consistent: true })
  return issue?.project === project ? issue : undefined
}

/** Sets some fields in place. */
async function update(db: DocumentDb, { project, id }: IssueKey, changes: readonly FieldChange[]) {
  if (changes.length === 0) return
  const outcome = await db.Issue.update(
    { id },
    (issue, { set, at, remove }) =>
      changes.map(({ field, value }) =>
        value === undefined ? remove(at(issue.fields, field.id)) : set(at(issue.fields, field.id), value),
      ),
    { if: { project }, returning: 'none' },
  ).outcome()
  if (!outcome.ok) throw new GridError('There is no such issue')
}

/** Writes the whole issue, if its fields are still as they were read. */
async function rewrite(db: DocumentDb, key: IssueKey, changes: readonly FieldChange[]): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const issue = await findIssue(db, key)
    if (issue === undefined) throw new GridError('There is no such issue')
    const changed = { ...issue, fields: applyChanges(issue.fields, changes) }
    const { ok } = await db.Issue.put(changed, { if: { fields: issue.fields } }).outcome()
    if (ok) return
  }
  throw new GridError('Others kept changing the issue')
}

function applyChanges(fields: Issue['fields'], changes: readonly FieldChange[]): Issue['fields'] {
  const merged = new Map(Object.entries(fields))
  for (const { field, value } of changes) {
    if (value === undefined) merged.delete(field.id)
    else merged.set(field.id, value)
  }
  return Object.fromEntries(merged)
}
