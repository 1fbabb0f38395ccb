import type { WireItem } from '../port/wire.ts'

/** The attribute that says which version of its shape an item has; the first has none. */
export const revisionAttribute = '_v'

/**
 * The versions that the shape of an entity's items has had. Made by `evolution(…)` of `@monotable/model/evolution`,
 * so that whoever has none carries nothing of it.
 */
export interface Evolution {
  /** The version of today. */
  readonly current: number
  /** Whether a stored item has an older shape. */
  isOutdated(stored: WireItem): boolean
  /** A decoded item as one of today's shape, or of another version that is asked for. */
  bring(entity: string, decoded: object, stored: WireItem, to?: number): object
}
