import { setTimeout } from 'node:timers/promises'
import { type Acknowledged, type CrashProgram, firstLine, killed, noteAcknowledged } from './crash-child.ts'

/** What to kill; the number of the kill decides when. */
export interface KillOptions {
  readonly path: string
  readonly seed: number
  readonly kill: number
}

/**
 * Lets the program write for a while and kills it, sometimes as soon as the store is open; records the writes that it
 * reported. On a busy machine a while may not be enough for any write, so it waits for a few writes, too.
 */
export async function runAndKill(
  program: CrashProgram,
  { path, seed, kill }: KillOptions,
  acknowledged: Acknowledged,
): Promise<void> {
  const child = program.start({ path, seed })
  const isAtOnce = kill % 10 === 0
  const delayMs = isAtOnce ? 0 : (Math.imul(seed ^ kill, 2654435761) >>> 0) % 200
  const isWriting = firstLine(child, isAtOnce ? 1 : 5).then(() => setTimeout(delayMs))
  await Promise.all([noteAcknowledged(child, acknowledged), isWriting.then(() => killed(child))])
}
