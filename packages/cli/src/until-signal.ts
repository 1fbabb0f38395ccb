/**
 * npm passes a signal on to a process that the terminal has sent it to already; so soon after the first, a
 * second one is the same.
 */
const sameSignalMs = 250

/** Resolves at the first signal to end; a second one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      firstAt ??= performance.now()
      if (performance.now() - firstAt > sameSignalMs) process.exit(signal === 'SIGINT' ? 130 : 143)
      resolve()
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}
