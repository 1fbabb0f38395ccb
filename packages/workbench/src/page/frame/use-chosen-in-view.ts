import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Scrolls the chosen element of a list into view whenever the choice changes: in a small window it may be out of view.
 * Does not interfere when the user scrolls on.
 */
export function useChosenInView<Kind extends HTMLElement>(
  chosen: string | undefined,
): RefObject<Kind | null> {
  const element = useRef<Kind>(null)
  useEffect(() => {
    if (chosen === undefined) return
    const found = element.current?.querySelector('[aria-current], [aria-pressed="true"]')
    found?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  return element
}
