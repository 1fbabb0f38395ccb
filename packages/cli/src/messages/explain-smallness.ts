import { memoryBytes } from '@monotable/engine'

/** With this much, a server withstands whatever clients send; megabytes of 1000 and of 1024 KB are both in use. */
const enoughBytes = 512e6

/** A pool of clients, or two, has fewer connections. Memory alone never makes them this few. */
const enoughConnections = 100

/** What a server was given. */
interface Smallness {
  /** How many connections it serves at a time, and how many were asked for. */
  readonly connections: number
  readonly wanted: number | undefined
}

/**
 * Says what a server has too little of for busy clients, and what to change.
 *
 * @example
 * explainSmallness({ connections: 56, wanted: undefined }, 8e9)
 * // ['Only 56 connections are served at a time, and others wait: …']
 */
export function explainSmallness({ connections, wanted }: Smallness, allBytes = memoryBytes()): string[] {
  const lines: string[] = []
  if (allBytes < enoughBytes) {
    lines.push(
      `With ${Math.floor(allBytes / 1024 / 1024)} MB of memory, many clients that send or ask for megabytes at once can end it; give it 512 MB.`,
    )
  }
  if (connections < enoughConnections && wanted === undefined) {
    const are = connections === 1 ? 'connection is' : 'connections are'
    lines.push(
      `Only ${connections} ${are} served at a time, and others wait: this process may open few files. Raise that limit, ` +
        'with "ulimit -n 4096" or LimitNOFILE= in systemd.',
    )
  }
  return lines
}
