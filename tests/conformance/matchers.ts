/** Replaces the symbols in a text with real table names. */
export type Resolve = (text: string) => string

/** Returns the differences; an empty list when there are none. */
type Compare = (actual: unknown, resolve: Resolve, path: string) => readonly string[]

/** An expectation that is looser than equality. */
export class Matcher {
  readonly description: string
  readonly compare: Compare

  constructor(description: string, compare: Compare) {
    this.description = description
    this.compare = compare
  }

  toJSON(): string {
    return `<${this.description}>`
  }
}

/** Matches any value that is present. */
export const any = new Matcher('anything', (actual, _resolve, path) =>
  actual === undefined ? [`${path}: expected a value, but it is absent`] : [],
)

/** Matches only a missing member; useful inside `partial`. */
export const absent = new Matcher('absent', (actual, _resolve, path) =>
  actual === undefined ? [] : [`${path}: expected nothing, got ${JSON.stringify(actual)}`],
)

/** Matches a string against a pattern; symbols in the pattern are replaced with table names, which are words. */
export function matching(pattern: RegExp): Matcher {
  return new Matcher(`text matching ${pattern}`, (actual, resolve, path) => {
    const resolved = new RegExp(resolve(pattern.source), pattern.flags)
    if (typeof actual === 'string' && resolved.test(actual)) return []
    return [`${path}: expected text matching ${pattern}, got ${JSON.stringify(actual)}`]
  })
}

/** Matches a number that satisfies a predicate. */
export function numberWhere(description: string, holds: (value: number) => boolean): Matcher {
  return new Matcher(description, (actual, _resolve, path) =>
    typeof actual === 'number' && holds(actual) ? [] : [`${path}: expected ${description}, got ${actual}`],
  )
}

/** Matches an object by the named members only. */
export function partial(fields: { readonly [name: string]: unknown }): Matcher {
  return new Matcher(`object with ${Object.keys(fields).join(', ')}`, (actual, resolve, path) => {
    if (typeof actual !== 'object' || actual === null) return [`${path}: expected an object, got ${actual}`]
    return Object.entries(fields).flatMap(([name, expected]) =>
      differences(expected, ownMember(actual, name), resolve, `${path}.${name}`),
    )
  })
}

/** Matches a list in any order. */
export function unordered(members: readonly unknown[]): Matcher {
  return new Matcher(`list of ${members.length} in any order`, (actual, resolve, path) => {
    if (!Array.isArray(actual)) return [`${path}: expected a list, got ${JSON.stringify(actual)}`]
    const rest: unknown[] = [...actual]
    const problems: string[] = []
    for (const member of members) {
      const at = rest.findIndex((candidate) => differences(member, candidate, resolve, path).length === 0)
      if (at < 0) problems.push(`${path}: lacks ${JSON.stringify(member)}`)
      else rest.splice(at, 1)
    }
    return [...problems, ...rest.map((extra) => `${path}: has unexpected ${JSON.stringify(extra)}`)]
  })
}

/** Matches any of several expectations, for answers that differ between AWS regions. */
export function oneOf(...options: readonly unknown[]): Matcher {
  return new Matcher(`one of ${options.length}`, (actual, resolve, path) => {
    const tried = options.map((option) => differences(option, actual, resolve, path))
    if (tried.some((problems) => problems.length === 0)) return []
    return tried.flat()
  })
}

function ownMember(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as { [name: string]: unknown })[name] : undefined
}

/** Returns every difference between the expected and the actual value, each with its path. */
export function differences(
  expected: unknown,
  actual: unknown,
  resolve: Resolve,
  path = '$',
): readonly string[] {
  if (expected instanceof Matcher) return expected.compare(actual, resolve, path)
  if (typeof expected === 'string') return equal(resolve(expected), actual, path)
  if (Array.isArray(expected)) return listDifferences(expected, actual, resolve, path)
  if (typeof expected === 'object' && expected !== null)
    return objectDifferences(expected, actual, resolve, path)
  return equal(expected, actual, path)
}

function equal(expected: unknown, actual: unknown, path: string): readonly string[] {
  if (Object.is(expected, actual)) return []
  return [`${path}:\n    expected ${JSON.stringify(expected)}\n    actual   ${JSON.stringify(actual)}`]
}

function listDifferences(
  expected: readonly unknown[],
  actual: unknown,
  resolve: Resolve,
  path: string,
): readonly string[] {
  if (!Array.isArray(actual)) return equal(expected, actual, path)
  if (actual.length !== expected.length) return equal(expected, actual, path)
  return expected.flatMap((member, at) => differences(member, actual[at], resolve, `${path}[${at}]`))
}

function objectDifferences(
  expected: object,
  actual: unknown,
  resolve: Resolve,
  path: string,
): readonly string[] {
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual))
    return equal(expected, actual, path)
  const wanted = Object.entries(expected).map(([name, value]) => [resolve(name), value] as const)
  const known = new Set(wanted.map(([name]) => name))
  const problems = wanted.flatMap(([name, value]) =>
    differences(value, ownMember(actual, name), resolve, `${path}.${name}`),
  )
  const extra = Object.keys(actual).filter((name) => !known.has(name))
  return [
    ...problems,
    ...extra.map((name) => `${path}.${name}: unexpected ${JSON.stringify(ownMember(actual, name))}`),
  ]
}
