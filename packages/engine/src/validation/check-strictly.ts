import { validationError } from '@monotable/protocol'
import { serializationError } from './serialization-error.ts'
import type { Shape, StructShape } from './shape.ts'

type Members = { readonly [member: string]: unknown }

/**
 * Checks the members of a request as AWS's front end for searches does (seen on AWS, 2026-10): it parses JSON more
 * strictly than the others, and reports the position where it stopped. The text is assumed to be as compact as
 * possible, which is how the AWS SDKs write it.
 */
export function checkStrictly({ members }: StructShape, request: Members): void {
  const given = Object.keys(request).filter((name) => request[name] !== undefined)
  for (const [position, name] of given.entries()) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    const problem = member && problemOf(member, request[name])
    if (problem === undefined) continue
    const column = textOf(request, given.slice(0, position + 1)).length
    throw serializationError(`invalid type: ${problem} at line 1 column ${column}`)
  }
  for (const [name, { required }] of Object.entries(members)) {
    if (!required || given.includes(name)) continue
    const column = textOf(request, given).length + 1
    throw validationError(`missing field \`${name}\` at line 1 column ${column}`)
  }
}

/** Returns the text of a request up to the last of these members. */
function textOf(request: Members, names: readonly string[]): string {
  return `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(request[name])}`).join(',')}`
}

function problemOf({ kind, required }: Shape, value: unknown): string | undefined {
  if (value === null && required) return `null, expected ${expectedOf(kind)}`
  if (kind !== 'number' || typeof value !== 'number' || Number.isInteger(value)) return undefined
  return `floating point \`${value}\`, expected i32`
}

function expectedOf(kind: Shape['kind']): string {
  if (kind === 'list') return 'a sequence'
  return kind === 'number' ? 'i32' : 'a string'
}
