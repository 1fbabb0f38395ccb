import { readFileSync } from 'node:fs'
import { ConfigurationError } from '../configuration-error.ts'

/** More are rarely wanted, and each takes ten kilobytes even while it is idle. */
const usualMost = 10_000

/** Files that a process needs for other things: its data, a database server, the workbench. */
const fewestOthers = 64
const shareOfOthers = 1 / 8

/**
 * How many connections a server lets in: so many as it is told to, or 10,000, as far as the system gives file handles to
 * this process. Without one for a connection, Node would end it without a word to anybody.
 */
export function mostConnections(wanted: number | undefined, mostFiles = readMostFiles()): number {
  const possible = Math.max(
    1,
    Math.floor(Math.min(mostFiles - fewestOthers, mostFiles * (1 - shareOfOthers))),
  )
  if (wanted === undefined) return Math.min(usualMost, possible)
  if (!Number.isSafeInteger(wanted) || wanted < 1) {
    throw new ConfigurationError(`${wanted} cannot be the most connections: a whole number from 1.`)
  }
  if (wanted <= possible) return wanted
  throw new ConfigurationError(
    `${wanted} connections need as many open files and some more, and this process may have ${mostFiles}. Raise that, ` +
      `such as with "ulimit -n ${neededFiles(wanted)}" or LimitNOFILE= of systemd, or allow ${possible} connections.`,
  )
}

function neededFiles(connections: number): number {
  return Math.ceil(Math.max(connections + fewestOthers, connections / (1 - shareOfOthers)))
}

/** The limit of this process; Node has raised it as far as it may. Only Linux tells it in a file. */
function readMostFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
