import { isatty } from 'node:tty'

/**
 * npm forwards a signal that the terminal has already sent to this process; a second signal so soon after the first is
 * the same one.
 */
const sameSignalMs = 250

/** How often to check whether npm is still running. */
const parentCheckMs = 200

/**
 * Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. Without a terminal, a hangup ends
 * nothing: `nohup` has it ignored, but Node undoes that when it starts.
 */
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
    if (![0, 1, 2].some((handle) => isatty(handle))) process.on('SIGHUP', () => {})
    const npmCommand = process.env['npm_command']
    // Not for "npm run": a script may leave a server behind on purpose.
    if (npmCommand === 'start' || npmCommand === 'exec') whenOrphaned(resolve)
  })
}

/**
 * npm runs a command in a shell, and a SIGTERM to npm ends only the shell. The command would continue unnoticed,
 * holding its port and its folder, and the next `npm start` would fail.
 */
function whenOrphaned(onOrphaned: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onOrphaned()
  }, parentCheckMs).unref()
}
