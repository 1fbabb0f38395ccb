/** The type of a custom field: text, a date (`2023-05-01`), a whole number from 0 to 999,999, or any number. */
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
  /** Its position among the fields. */
  readonly position: number
}

/** The key of an issue. */
export interface IssueKey {
  readonly project: string
  readonly id: string
}

export interface Issue extends IssueKey {
  /** The number of the issue in its project, which never changes; up to 999,999. */
  readonly num: number
  readonly name: string
  readonly state: 'open' | 'closed'
  /** The values of custom fields, by field id. Most issues lack most of them. */
  readonly fields: { readonly [field: string]: FieldValue }
}

/** New values of fields; `null` removes one. */
export type FieldChanges = { readonly [field: string]: FieldValue | null }

export type Direction = 'ascending' | 'descending'

/** The column by which issues are sorted. */
export interface FieldOrder {
  readonly project: string
  readonly field: string
  readonly direction?: Direction
}

/** The part of a list to return: a number of issues, from where the previous page ended. */
export interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface IssuePage {
  readonly issues: readonly Issue[]
  /** The cursor of the next page; missing on the last one. A page may be empty and the last one. */
  readonly next?: string
}

/**
 * A grid of issues: what all four designs can do. They differ in cost, and in what is visible when.
 *
 * Lists are read from indexes, so a recent write may be missing from them, or appear in its old place; the issues in
 * them are read by key.
 */
export interface GridStore {
  createTenant(tenant: Tenant): Promise<void>
  createProject(project: Project): Promise<void>
  /** Returns the projects of a tenant, by name. */
  projects(tenant: string): Promise<readonly Project[]>
  defineField(field: Field): Promise<void>
  /** Returns the fields of a project, by position. */
  fields(project: string): Promise<readonly Field[]>
  /** Stores an issue, replacing the one that is there, if any. */
  putIssue(issue: Issue): Promise<void>
  /** Stores many new issues, in the cheapest way: not atomically, and in no order. */
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
   * Returns the issues that have the field first, by its value and then by number; then the others, by number.
   * Descending reverses both parts, and those without the field are still last.
   */
  issuesByField(order: FieldOrder, page: PageRequest): Promise<IssuePage>
}
