/** How a version's key is made: templates that have `{version}` in them. */
export interface VersionKeyConfig {
  readonly pk: string
  readonly sk: string
}

/** How an entity keeps the versions of its items: made by `snapshots()` or `pointer()` of `@monotable/model/history`. */
export interface History<Kind extends 'snapshots' | 'pointer' = 'snapshots' | 'pointer'> {
  readonly kind: Kind
  /** Where versions are; in a partition of their own unless told. */
  readonly key: VersionKeyConfig | undefined
  /** What it adds to an entity's verbs; for the model itself. */
  readonly connect: (tools: never) => unknown
}
