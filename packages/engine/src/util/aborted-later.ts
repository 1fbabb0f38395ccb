import type { Clock } from './clock.ts'

/** A signal that follows another after some time, for what is worth a short wait; `forget` is to be called in the end. */
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
