import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Scrolls what is chosen in a list into view, whenever another is: in a small window it may be beyond the edge. Whoever
 * scrolls on from there is left alone.
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
