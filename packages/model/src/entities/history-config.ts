/** The key of a version: templates that contain `{version}`. */
export interface VersionKeyConfig {
  readonly pk: string
  readonly sk: string
}

/**
 * How an entity keeps the versions of its items: made by `snapshots()` or `pointer()` of `@monotable/model/history`.
 */
export interface History<Kind extends 'snapshots' | 'pointer' = 'snapshots' | 'pointer'> {
  readonly kind: Kind
  /** The key of the versions; by default, they have a partition of their own. */
  readonly key: VersionKeyConfig | undefined
  /** Adds to the verbs of an entity; for the model itself. */
  readonly connect: (tools: never) => unknown
}
