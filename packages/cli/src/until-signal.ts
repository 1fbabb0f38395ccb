/**
 * npm passes a signal on to a process that the terminal has sent it to already; so soon after the first, a
 * second one is the same.
 */
const sameSignalMs = 250

/** How often it is looked whether npm is still there. */
const parentCheckMs = 200

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
    const npmCommand = process.env['npm_command']
    // Not of "npm run": a script may well leave a server behind on purpose.
    if (npmCommand === 'start' || npmCommand === 'exec') whenOrphaned(resolve)
  })
}

/**
 * npm runs a command in a shell, and a SIGTERM to npm ends the shell alone. The command would go on unseen, with its port
 * and its folder taken, and the next `npm start` would fail.
 */
function whenOrphaned(tell: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    tell()
  }, parentCheckMs).unref()
}
