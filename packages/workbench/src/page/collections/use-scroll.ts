import { useLayoutEffect, useState } from 'preact/hooks'

export interface Scroll {
  readonly top: number
  readonly left: number
  readonly heightPx: number
  readonly widthPx: number
}

/** Returns the scroll position and size of an element; redraws when either changes. */
export function useScroll(element: { readonly current: HTMLElement | null }): Scroll {
  const [scroll, setScroll] = useState<Scroll>({ top: 0, left: 0, heightPx: 600, widthPx: 900 })
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const read = () =>
      setScroll({
        top: current.scrollTop,
        left: current.scrollLeft,
        heightPx: current.clientHeight,
        widthPx: current.clientWidth,
      })
    const observer = new ResizeObserver(read)
    observer.observe(current)
    current.addEventListener('scroll', read, { passive: true })
    read()
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', read)
    }
  }, [element])
  return scroll
}
