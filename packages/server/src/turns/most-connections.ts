import { readFileSync } from 'node:fs'
import { ConfigurationError } from '../configuration-error.ts'

/** More are rarely needed, and each takes ten kilobytes even when idle. */
const usualMost = 10_000

/** Files that a process needs for other things: its data, a database server, the workbench. */
const fewestOthers = 64
const shareOfOthers = 1 / 8

/**
 * Returns how many connections a server accepts: the configured number, or 10,000, as far as the system gives this
 * process file handles. Without a handle for a connection, Node would end it without telling anybody.
 */
export function mostConnections(wanted: number | undefined, mostFiles = readMostFiles()): number {
  const possible = Math.max(
    1,
    Math.floor(Math.min(mostFiles - fewestOthers, mostFiles * (1 - shareOfOthers))),
  )
  if (wanted === undefined) return Math.min(usualMost, possible)
  if (!Number.isSafeInteger(wanted) || wanted < 1) {
    throw new ConfigurationError(`The connection limit must be a whole number of 1 or more, not ${wanted}.`)
  }
  if (wanted <= possible) return wanted
  throw new ConfigurationError(
    `${wanted} connections need as many open files and some more, but this process may open only ${mostFiles}. Raise that limit, ` +
      `with "ulimit -n ${neededFiles(wanted)}" or LimitNOFILE= in systemd, or allow only ${possible} connections.`,
  )
}

function neededFiles(connections: number): number {
  return Math.ceil(Math.max(connections + fewestOthers, connections / (1 - shareOfOthers)))
}

/** Returns the limit of this process; Node has already raised it as far as it may. Only Linux reports it in a file. */
function readMostFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
