import type { Writable } from 'node:stream'
import { whyLost } from './outlive-readers.ts'

/**
 * Ends the process as soon as what it printed has been taken: a model or a handler of the user's may hold something open,
 * such as a connection or a timer, which nobody waits for. What there was no room for makes it a failure.
 */
export async function endProcess(code: number): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(allTaken))
  const lost = whyLost()
  if (lost !== undefined)
    process.stderr.write(`monotable: what is printed cannot be written: ${lost.message}\n`)
  await allTaken(process.stderr)
  process.exit(lost === undefined ? code : 1)
}

function allTaken(stream: Writable): Promise<unknown> {
  return new Promise((resolve) => stream.write('', resolve))
}
