/**
 * Returns the name of a member that occurs twice in an object of a JSON text, where a parser silently keeps the
 * last one; `undefined` if there is none. The text must be JSON.
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
