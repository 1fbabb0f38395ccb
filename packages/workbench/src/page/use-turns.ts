import { useRef } from 'preact/hooks'

/** Tells what was begun last from what it has overtaken. */
export interface Turns {
  /** Begins something. What it gives tells, at any later time, whether nothing was begun since. */
  begin(): () => boolean
}

/** Answers may come in another order than they were asked for: only the newest may be shown. */
export function useTurns(): Turns {
  const newest = useRef(0)
  return {
    begin: () => {
      newest.current += 1
      const own = newest.current
      return () => own === newest.current
    },
  }
}
