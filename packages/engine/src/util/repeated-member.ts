/**
 * The name of a member that an object of a JSON text has twice, of which a parser keeps the last and says nothing;
 * `undefined` when there is none. The text is expected to be JSON.
 */
export function repeatedMember(text: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (name !== undefined) {
      const names = open.at(-1)
      const member = JSON.parse(name) as string
      if (names?.has(member)) return member
      names?.add(member)
    }
  }
  return undefined
}
