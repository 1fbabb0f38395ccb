/** The call to write as code: an operation's name, and its input in wire form. */
export interface SnippetCall {
  readonly operation: string
  readonly input: object
}

/** The database that the code connects to. */
export interface SnippetTarget {
  /** The endpoint; AWS itself if absent. */
  readonly endpoint?: string | undefined
  readonly region: string
  /** The AWS profile whose credentials are used. */
  readonly profile?: string | undefined
}

/** Credentials for a database on the user's own machine, which accepts any. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' }

/** The maximum width of a line before a literal is broken into several. */
export const widestLine = 96
