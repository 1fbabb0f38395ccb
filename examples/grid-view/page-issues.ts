import { GridError } from './grid-error.ts'
import type { Direction, Field, Issue, IssueKey, IssuePage, PageRequest } from './grid-store.ts'

/** An issue in a list, before it is read. */
export interface IssueEntry {
  readonly id: string
  readonly num: number
}

/** An issue that lacks a field. */
export interface LackingEntry extends IssueEntry {
  /** The issue itself, if it had to be read to find that out. */
  readonly issue?: Issue
}

/** The reads that a design has to offer for listing its issues. */
export interface IssueReader {
  /** Reads the issues that have a field, by its value: one page of its index. */
  byValue(
    order: { readonly project: string; readonly field: Field; readonly direction: Direction },
    page: PageRequest,
  ): Promise<{ readonly ids: readonly string[]; readonly next?: string | undefined }>
  /** Reads issues by number, after a given number; fewer than `limit` only at the end. */
  byNumber(range: NumberRange): Promise<readonly IssueEntry[]>
  /** Returns those of some issues that lack a field. */
  lacking(project: string, field: Field, entries: readonly IssueEntry[]): Promise<readonly LackingEntry[]>
  /** Reads whole issues, in order; `undefined` for those that are gone. */
  issues(keys: readonly IssueKey[], options?: ReadChoice): Promise<readonly (Issue | undefined)[]>
}

/** Whether recent writes have to be seen, for twice the units. */
export interface ReadChoice {
  readonly consistent?: boolean
}

export interface NumberRange {
  readonly project: string
  readonly direction: Direction
  readonly after: number | undefined
  readonly limit: number
}

/** Where a page ended: in the index of the field, or after a number. */
type Place =
  | { readonly part: 'values'; readonly cursor: string | undefined }
  | { readonly part: 'numbers'; readonly after: number | undefined }

/** The number of issues that are checked together for lacking the field: what one batch can read. */
const lookAtOnce = 100

/** Lists the issues of a project by number. */
export async function pageByNumber(
  reader: IssueReader,
  { project, direction = 'ascending' }: { readonly project: string; readonly direction?: Direction },
  { limit, cursor }: PageRequest,
): Promise<IssuePage> {
  const scope = ['number', project, direction]
  const place = cursor === undefined ? undefined : decodePlace(cursor, scope)
  const after = place?.part === 'numbers' ? place.after : undefined
  const entries = await reader.byNumber({ project, direction, after, limit })
  const issues = await readIssues(reader, project, entries)
  if (entries.length < limit) return { issues }
  return { issues, next: encodePlace({ part: 'numbers', after: entries.at(-1)?.num }, scope) }
}

/** Lists the issues of a project by a field: first those that have it, then the others. */
export async function pageByField(
  reader: IssueReader,
  order: { readonly project: string; readonly field: Field; readonly direction: Direction },
  { limit, cursor }: PageRequest,
): Promise<IssuePage> {
  const scope = ['field', order.project, order.field.id, order.direction]
  const start: Place =
    cursor === undefined ? { part: 'values', cursor: undefined } : decodePlace(cursor, scope)
  const first: Part =
    start.part === 'values'
      ? await readValues(reader, order, limit, start.cursor)
      : { issues: [], next: start }
  if (first.issues.length >= limit || first.next?.part !== 'numbers') return pageOf(first, scope)
  const rest = await readLacking(reader, order, limit - first.issues.length, first.next.after)
  return pageOf({ issues: [...first.issues, ...rest.issues], next: rest.next }, scope)
}

interface Part {
  readonly issues: readonly Issue[]
  readonly next: Place | undefined
}

type ByField = Parameters<typeof pageByField>[1]

/** Reads issues through the index of a field. For an entry whose issue is gone, another one is read. */
async function readValues(
  reader: IssueReader,
  order: ByField,
  limit: number,
  from: string | undefined,
): Promise<Part> {
  const issues: Issue[] = []
  let cursor = from
  do {
    const { ids, next } = await reader.byValue(order, { limit: limit - issues.length, cursor })
    const found = await reader.issues(ids.map((id) => ({ project: order.project, id })))
    issues.push(...found.filter((issue) => issue !== undefined))
    if (next === undefined) return { issues, next: { part: 'numbers', after: undefined } }
    cursor = next
  } while (issues.length < limit)
  return { issues, next: { part: 'values', cursor } }
}

/** Reads all issues by number, and keeps those without the field. */
async function readLacking(
  reader: IssueReader,
  { project, field, direction }: ByField,
  limit: number,
  from: number | undefined,
): Promise<Part> {
  const issues: Issue[] = []
  let after = from
  for (;;) {
    const entries = await reader.byNumber({ project, direction, after, limit: lookAtOnce })
    const lacking = await reader.lacking(project, field, entries)
    const taken = lacking.slice(0, limit - issues.length)
    issues.push(...(await readIssues(reader, project, taken)))
    after = taken.length < lacking.length ? taken.at(-1)?.num : (entries.at(-1)?.num ?? after)
    if (taken.length === lacking.length && entries.length < lookAtOnce) return { issues, next: undefined }
    if (issues.length >= limit) return { issues, next: { part: 'numbers', after } }
  }
}

async function readIssues(
  reader: IssueReader,
  project: string,
  entries: readonly LackingEntry[],
): Promise<Issue[]> {
  const wanted = entries.filter(({ issue }) => issue === undefined)
  const found = await reader.issues(wanted.map(({ id }) => ({ project, id })))
  const byId = new Map(found.map((issue) => [issue?.id, issue]))
  return entries.map(({ id, issue }) => issue ?? byId.get(id)).filter((issue) => issue !== undefined)
}

function pageOf({ issues, next }: Part, scope: readonly string[]): IssuePage {
  return next === undefined ? { issues } : { issues, next: encodePlace(next, scope) }
}

function encodePlace(place: Place, scope: readonly string[]): string {
  return Buffer.from(JSON.stringify([scope, place])).toString('base64url')
}

/** Cursors come back from browsers: one of another origin, or of another list, is refused. */
function decodePlace(cursor: string, scope: readonly string[]): Place {
  try {
    const [ofScope, place] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, Place]
    if (JSON.stringify(ofScope) === JSON.stringify(scope) && isPlace(place)) return place
  } catch {
    // Refused below.
  }
  throw new GridError('This cursor is not one of this list')
}

function isPlace(place: Place): boolean {
  if (place.part === 'values') return typeof place.cursor === 'string'
  return place.part === 'numbers' && (place.after === undefined || Number.isInteger(place.after))
}
