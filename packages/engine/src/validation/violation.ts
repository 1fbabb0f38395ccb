import type { Shape } from './shape.ts'

/** One step on the way to a member: under both spellings that AWS uses in messages. */
export interface Segment {
  readonly pascal: string
  readonly camel: string
}

/** Where in a request something is. */
export interface Path {
  readonly parent: Path | undefined
  readonly segment: Segment
}

/** The step to a member of a structure. */
export function memberSegment(name: string): Segment {
  return { pascal: name, camel: name.charAt(0).toLowerCase() + name.slice(1) }
}

/** The step to an element of a list (by its position, from 1) or of a map (by its key). */
export function elementSegment(key: string | number): Segment {
  const name = `${key}.member`
  return { pascal: name, camel: name }
}

/** The request itself. */
export const ROOT: Path = { parent: undefined, segment: memberSegment('') }

/** A path as AWS prints it. */
export function pathText(path: Path, spelling: keyof Segment): string {
  const parts: string[] = []
  for (let at = path; at.parent !== undefined; at = at.parent) parts.push(at.segment[spelling])
  return parts.reverse().join('.')
}

/** The member of the request that a path leads into. */
export function topMember(path: Path): string {
  let at = path
  while (at.parent?.parent !== undefined) at = at.parent
  return at.segment.pascal
}

/** A constraint that a request breaks. */
export interface Violation {
  readonly path: Path
  /** `size` is a length or a range; `name` the form of a table's name. */
  readonly kind: 'null' | 'size' | 'pattern' | 'enum' | 'name' | 'mapKeys' | 'mapValues'
  /** The text behind `failed to satisfy constraint: `. */
  readonly constraint: string
  readonly value: unknown
  readonly shape: Shape
}
