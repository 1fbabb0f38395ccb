import type { Writable } from 'node:stream'
import { whyLost } from './outlive-readers.ts'

/**
 * Ends the process once its output has been flushed. The user's model or handler may hold something open that nobody
 * waits for, such as a connection or a timer. Exits with 1 if output was lost because there was no room for it.
 */
export async function endProcess(code: number): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(allTaken))
  const lost = whyLost()
  if (lost !== undefined)
    process.stderr.write(`monotable: the output could not be written: ${lost.message}\n`)
  await allTaken(process.stderr)
  process.exit(lost === undefined ? code : 1)
}

function allTaken(stream: Writable): Promise<unknown> {
  return new Promise((resolve) => stream.write('', resolve))
}
