import type { Shape } from './shape.ts'

/** One step of the path to a member, in both spellings that AWS uses in messages. */
export interface Segment {
  readonly pascal: string
  readonly camel: string
}

/** A position in a request. */
export interface Path {
  readonly parent: Path | undefined
  readonly segment: Segment
}

/** Returns the step to a member of a structure. */
export function memberSegment(name: string): Segment {
  return { pascal: name, camel: name.charAt(0).toLowerCase() + name.slice(1) }
}

/** Returns the step to an element of a list (by its position, from 1) or of a map (by its key). */
export function elementSegment(key: string | number): Segment {
  const name = `${key}.member`
  return { pascal: name, camel: name }
}

/** The request itself. */
export const ROOT: Path = { parent: undefined, segment: memberSegment('') }

/** Formats a path as AWS prints it. */
export function pathText(path: Path, spelling: keyof Segment): string {
  const parts: string[] = []
  for (let at = path; at.parent !== undefined; at = at.parent) parts.push(at.segment[spelling])
  return parts.reverse().join('.')
}

/** Returns the member of the request that a path leads into. */
export function topMember(path: Path): string {
  let at = path
  while (at.parent?.parent !== undefined) at = at.parent
  return at.segment.pascal
}

/** A constraint that a request violates. */
export interface Violation {
  readonly path: Path
  /** `size` is a length or a range; `name` is the form of a table's name. */
  readonly kind: 'null' | 'size' | 'pattern' | 'enum' | 'name' | 'mapKeys' | 'mapValues'
  /** The text after `failed to satisfy constraint: `. */
  readonly constraint: string
  readonly value: unknown
  readonly shape: Shape
}
