import type { Clock } from './clock.ts'

/**
 * Returns a signal that follows another one after a delay, for work that deserves a short grace period; call
 * `forget` in the end.
 */
export function abortedLater(
  clock: Clock,
  signal: AbortSignal,
  delayMs: number,
): { readonly signal: AbortSignal; forget(): void } {
  const later = new AbortController()
  let cancel = () => {}
  const follow = () => {
    cancel = clock.after(delayMs, () => later.abort())
  }
  if (signal.aborted) follow()
  else signal.addEventListener('abort', follow)
  const forget = () => {
    cancel()
    signal.removeEventListener('abort', follow)
  }
  return { signal: later.signal, forget }
}
