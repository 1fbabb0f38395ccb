/** What a custom field holds: text, a date (`2023-05-01`), a whole number from 0 to 999,999, or any number. */
export type FieldType = 'text' | 'date' | 'int' | 'number'

/** The value of a custom field. */
export type FieldValue = string | number

export interface Tenant {
  readonly id: string
  readonly name: string
}

export interface Project {
  readonly id: string
  readonly tenant: string
  readonly name: string
}

/** A custom field of a project; there may be 400 of them. */
export interface Field {
  readonly id: string
  readonly project: string
  readonly name: string
  readonly type: FieldType
  /** Where it stands among the others. */
  readonly position: number
}

/** Where an issue is. */
export interface IssueKey {
  readonly project: string
  readonly id: string
}

export interface Issue extends IssueKey {
  /** Counts the issues of a project, and never changes; up to 999,999. */
  readonly num: number
  readonly name: string
  readonly state: 'open' | 'closed'
  /** The values of custom fields, by the fields' ids. Most issues lack most of them. */
  readonly fields: { readonly [field: string]: FieldValue }
}

/** What becomes of some fields: a value, or none. */
export type FieldChanges = { readonly [field: string]: FieldValue | null }

export type Direction = 'ascending' | 'descending'

/** The column that issues are sorted by. */
export interface FieldOrder {
  readonly project: string
  readonly field: string
  readonly direction?: Direction
}

/** The part of a list that is wanted: so many issues, from where the page before ended. */
export interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface IssuePage {
  readonly issues: readonly Issue[]
  /** Where to go on; missing when there is no more. A page may be empty and the last one. */
  readonly next?: string
}

/**
 * A grid of issues: what all four designs can do. They differ in what it costs, and in what is seen when.
 *
 * Lists are read from indexes, so what has just been written may be missing from them, or stand where it stood; the
 * issues in them are read by their keys.
 */
export interface GridStore {
  createTenant(tenant: Tenant): Promise<void>
  createProject(project: Project): Promise<void>
  /** The projects of a tenant, by name. */
  projects(tenant: string): Promise<readonly Project[]>
  defineField(field: Field): Promise<void>
  /** The fields of a project, by position. */
  fields(project: string): Promise<readonly Field[]>
  /** Stores an issue in place of the one that is there, if any. */
  putIssue(issue: Issue): Promise<void>
  /** Stores many issues that are new. Not atomic, in no order, and the cheapest way there is. */
  loadIssues(issues: readonly Issue[]): Promise<void>
  issue(key: IssueKey): Promise<Issue | undefined>
  /** Changes some fields of an issue, and leaves the others; refused when there is no such issue. */
  updateFields(key: IssueKey, changes: FieldChanges): Promise<void>
  removeIssue(key: IssueKey): Promise<void>
  issuesByNumber(
    order: { readonly project: string; readonly direction?: Direction },
    page: PageRequest,
  ): Promise<IssuePage>
  /**
   * First the issues that have the field, by its value and then by number; then those that have not, by number.
   * Descending, both parts are the other way round, and those without the field are still last.
   */
  issuesByField(order: FieldOrder, page: PageRequest): Promise<IssuePage>
}
