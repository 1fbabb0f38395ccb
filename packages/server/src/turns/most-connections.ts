import { readFileSync } from 'node:fs'
import { memoryBytes } from '@monotable/engine'
import { ConfigurationError } from '../configuration-error.ts'

/** More are rarely needed, and each takes ten kilobytes even when idle. */
const usualMost = 10_000

/** More need not be told at a time: they are gone at once. */
const usualTold = 1_000

/**
 * This many may wait, and as many be told that there are too many, even if there are no file handles for them: the
 * other things rarely need all of theirs.
 */
const fewestMore = 16

/** Files that a process needs for other things: its data, a database server, the workbench. */
const fewestOthers = 64
const shareOfOthers = 1 / 8

/**
 * What a connection may keep received: requests up to the size of the large ones are read without asking for room, and
 * may be followed by a piece as long.
 */
const connectionBytes = 128 * 1024

/** What a process takes for other things, and how many connections there are even with hardly more memory than that. */
const otherBytes = 192 * 1024 * 1024
const fewestForMemory = 256

/** How many connections a server has at a time. */
export interface MostConnections {
  readonly most: number
  /** How many more may wait until they are served. */
  readonly mostWaiting: number
  /** How many more may be told that there are too many. */
  readonly mostTold: number
}

/** What was configured. */
export interface WantedConnections {
  readonly most: number | undefined
  readonly mostWaiting?: number | undefined
}

/** What the system gives this process. */
interface SystemLimits {
  readonly mostFiles: number
  /** In bytes. */
  readonly memory: number
}

/**
 * Returns how many connections a server accepts: the configured number, or 10,000, as far as the system gives this
 * process memory and file handles. Without memory for what clients send, the system would end the process; without a
 * handle for a connection, Node would end it without telling anybody.
 */
export function mostConnections(
  wanted: WantedConnections,
  { mostFiles, memory }: SystemLimits = readLimits(),
): MostConnections {
  const possible = Math.max(
    1,
    Math.floor(Math.min(mostFiles - fewestOthers, mostFiles * (1 - shareOfOthers))),
  )
  const forMemory = Math.max(fewestForMemory, Math.floor((memory - otherBytes) / connectionBytes))
  const most = wanted.most ?? Math.min(usualMost, forMemory, Math.ceil(possible * (1 - shareOfOthers)))
  refuseImpossible(most, possible, mostFiles)
  const mostWaiting = wanted.mostWaiting ?? Math.max(Math.min(usualMost, possible - most), fewestMore)
  const mostTold = Math.max(Math.min(usualTold, possible - most - mostWaiting), fewestMore)
  return { most, mostWaiting, mostTold }
}

function refuseImpossible(most: number, possible: number, mostFiles: number): void {
  if (!Number.isSafeInteger(most) || most < 1) {
    throw new ConfigurationError(`The connection limit must be a whole number of 1 or more, not ${most}.`)
  }
  if (most <= possible) return
  throw new ConfigurationError(
    `${most} connections need as many open files and some more, but this process may open only ${mostFiles}. Raise that limit, ` +
      `with "ulimit -n ${neededFiles(most)}" or LimitNOFILE= in systemd, or allow only ${possible} connections.`,
  )
}

function neededFiles(connections: number): number {
  return Math.ceil(Math.max(connections + fewestOthers, connections / (1 - shareOfOthers)))
}

function readLimits(): SystemLimits {
  return { mostFiles: readMostFiles(), memory: memoryBytes() }
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
