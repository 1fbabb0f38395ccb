export interface Command {
  readonly kind: string
  readonly title: string
  readonly hint?: string | undefined
  readonly run: () => void
}

/**
 * Returns the commands that match a text, best first: the text begins the title, begins a word in it, occurs in it, or
 * its letters occur in it in order.
 */
export function rankCommands(commands: readonly Command[], text: string): readonly Command[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return commands
  return commands
    .map((command) => ({ command, rank: rankOf(`${command.title} ${command.kind}`.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ command }) => command)
}

function rankOf(title: string, wanted: string): number {
  if (title.startsWith(wanted)) return 4
  if (title.includes(` ${wanted}`)) return 3
  if (title.includes(wanted)) return 2
  let at = 0
  for (const letter of wanted) {
    at = title.indexOf(letter, at) + 1
    if (at === 0) return 0
  }
  return 1
}
