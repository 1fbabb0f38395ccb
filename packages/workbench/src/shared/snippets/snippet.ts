/** A call that is to be written down: an operation's name, and its input as it travels. */
export interface SnippetCall {
  readonly operation: string
  readonly input: object
}

/** The database that the code talks to. */
export interface SnippetTarget {
  /** Where it is; without one it is AWS itself. */
  readonly endpoint?: string | undefined
  readonly region: string
  /** The profile of AWS whose credentials are taken. */
  readonly profile?: string | undefined
}

/** Credentials for a database on one's own machine, which accepts any. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' }

/** Widest line before a literal is broken into several. */
export const widestLine = 96
