import { canRedraw } from './can-redraw.ts'

/** After so long, whoever waits is told why. */
export const silentMs = 3_000

type Send = (operation: string, input: object) => Promise<unknown>

/**
 * Says when the first answer of an endpoint takes long: something else than a DynamoDB, or a firewall, may take a
 * connection and never say a word, and it is given up only after a minute and more.
 */
export function tellSilence(endpoint: string, send: Send): Send {
  let mayTell = true
  return async (operation, input) => {
    if (!mayTell) return send(operation, input)
    const timer = setTimeout(() => {
      if (mayTell) tellWaiting(`${endpoint} has not answered yet`, 'waiting')
      mayTell = false
    }, silentMs).unref()
    try {
      return await send(operation, input)
    } finally {
      mayTell = false
      clearTimeout(timer)
    }
  }
}

/** Says why nothing goes on, on a line of its own where a bar may be. */
export function tellWaiting(reason: string, what = 'trying again'): void {
  const { stderr } = process
  stderr.write(`${canRedraw(stderr) ? '\r\u001b[K' : ''}monotable: ${reason}\nmonotable: ${what} …\n`)
}
