/** An item nests up to 32 levels, each of which takes two. */
const maxDepth = 100
/** No more of a name or a text is written, however long it is. */
const maxText = 2_000

/** Formats any value as JSON, truncated; visits no more of the value than is shown. */
export function shortJson(value: unknown, maxLength: number): string {
  const pieces: string[] = []
  let left = maxLength
  const write = (text: string) => {
    left -= text.length
    pieces.push(text)
  }
  const writeAll = (entries: Iterable<readonly [string, unknown]>, ends: string, depth: number) => {
    write(ends.charAt(0))
    let isFirst = true
    for (const [label, inner] of entries) {
      if (left <= 0) break
      write(isFirst ? label : `,${label}`)
      isFirst = false
      visit(inner, depth + 1)
    }
    write(ends.charAt(1))
  }
  const visit = (inner: unknown, depth: number): void => {
    if (left <= 0) return
    if (depth > maxDepth) left = -1
    else if (inner instanceof Uint8Array)
      write(`"${Buffer.from(inner.subarray(0, 1_500)).toString('base64')}"`)
    else if (Array.isArray(inner)) writeAll(labelled(inner), '[]', depth)
    else if (typeof inner === 'object' && inner !== null) writeAll(members(inner), '{}', depth)
    else if (typeof inner === 'string') write(JSON.stringify(inner.slice(0, maxText)))
    else write(JSON.stringify(inner) ?? 'null')
  }
  visit(value, 0)
  const text = pieces.join('')
  return left >= 0 ? text : `${text.slice(0, maxLength)}…`
}

function* labelled(list: readonly unknown[]): Generator<readonly [string, unknown]> {
  for (const element of list) yield ['', element]
}

function* members(value: object): Generator<readonly [string, unknown]> {
  for (const name in value) {
    if (Object.hasOwn(value, name))
      yield [`${JSON.stringify(name.slice(0, maxText))}:`, (value as { [name: string]: unknown })[name]]
  }
}
