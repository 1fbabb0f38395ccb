import { canRedraw } from './can-redraw.ts'

/** How long to wait without an answer before telling the user why. */
export const silentMs = 3_000

type Send = (operation: string, input: object) => Promise<unknown>

/**
 * Makes a sender that tells the user when the first answer of an endpoint takes long. A firewall, or a server other
 * than DynamoDB, may accept a connection and never answer, and the client gives up only after more than a minute.
 */
export function reportSilence(endpoint: string, send: Send): Send {
  let mayReport = true
  return async (operation, input) => {
    if (!mayReport) return send(operation, input)
    const timer = setTimeout(() => {
      if (mayReport) printWaiting(`${endpoint} has not answered yet`, 'waiting')
      mayReport = false
    }, silentMs).unref()
    try {
      return await send(operation, input)
    } finally {
      mayReport = false
      clearTimeout(timer)
    }
  }
}

/** Prints why nothing happens at the moment, on its own line even if a progress bar is shown. */
export function printWaiting(reason: string, what = 'trying again'): void {
  const { stderr } = process
  stderr.write(`${canRedraw(stderr) ? '\r\u001b[K' : ''}monotable: ${reason}\nmonotable: ${what} …\n`)
}
