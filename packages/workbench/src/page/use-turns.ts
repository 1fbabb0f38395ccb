import { useEffect, useRef } from 'preact/hooks'

/** Distinguishes the newest request from those that it has overtaken. */
export interface Turns {
  /** Begins a request. The returned function tells whether it is still the newest. */
  begin(): () => boolean
  /** Observes without beginning a request. The returned function tells whether none has begun since. */
  look(): () => boolean
}

/**
 * Orders requests, since answers may arrive in another order: only the newest may be shown, and none once the component
 * is gone.
 */
export function useTurns(): Turns {
  const newest = useRef(0)
  useEffect(
    () => () => {
      newest.current += 1
    },
    [],
  )
  const look = () => {
    const own = newest.current
    return () => own === newest.current
  }
  return {
    begin: () => {
      newest.current += 1
      return look()
    },
    look,
  }
}
