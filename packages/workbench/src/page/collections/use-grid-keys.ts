import { useLayoutEffect, useState } from 'preact/hooks'
import { currentRoute, navigate } from '../navigation.ts'
import type { RowWindow } from './row-window.ts'
import type { ViewProps } from './view-props.ts'

interface GridKeys {
  /** The row with the keyboard focus. */
  readonly active: number
  readonly setActive: (row: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

interface GridKeysOptions {
  readonly element: { readonly current: HTMLElement | null }
  readonly view: ViewProps
  readonly window: RowWindow
  readonly rowPx: number
  readonly headPx: number
}

/** Handles keys: arrows move between rows and between collections, Enter opens, Esc closes. */
export function useGridKeys({ element, view, window, rowPx, headPx }: GridKeysOptions): GridKeys {
  const [active, setActive] = useState(0)
  const { loader, count, onOpen } = view
  const row = Math.min(active, Math.max(count - 1, 0))

  useLayoutEffect(() => setActive(0), [loader])

  const moveTo = (next: number) => {
    const target = Math.max(0, Math.min(count - 1, next))
    setActive(target)
    scrollTo(element.current, window, { target, rowPx, headPx })
    const item = loader.rows.itemAt(target)
    if (item !== undefined && currentRoute.value.params['item'] !== undefined) onOpen(item, { replace: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const page = Math.max(1, Math.floor(((element.current?.clientHeight ?? 400) - headPx) / rowPx) - 1)
    const partition = loader.rows.partitionAt(row)
    const steps: { readonly [key: string]: () => void } = {
      ArrowDown: () => moveTo(row + 1),
      ArrowUp: () => moveTo(row - 1),
      PageDown: () => moveTo(row + page),
      PageUp: () => moveTo(row - page),
      Home: () => moveTo(0),
      End: () => moveTo(count - 1),
      ArrowRight: () => moveTo(partition?.end ?? row),
      ArrowLeft: () => moveTo(previousStart(view, row)),
      Enter: () => {
        const item = loader.rows.itemAt(row)
        if (item !== undefined) onOpen(item)
      },
      Escape: () => navigate({ params: { item: undefined } }),
    }
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined
    if (step === undefined) return
    event.preventDefault()
    step()
  }
  return { active: row, setActive, onKeyDown }
}

/** Returns the start of the collection, or of the previous one if the row is already at the start. */
function previousStart({ loader }: ViewProps, row: number): number {
  const start = loader.rows.partitionAt(row)?.start ?? 0
  return start < row ? start : (loader.rows.partitionAt(start - 1)?.start ?? 0)
}

function scrollTo(
  element: HTMLElement | null,
  window: RowWindow,
  { target, rowPx, headPx }: { readonly target: number; readonly rowPx: number; readonly headPx: number },
): void {
  if (element === null) return
  const top = window.topOf(target)
  const viewPx = element.clientHeight - headPx
  if (top < element.scrollTop) element.scrollTop = window.scrollTopOf(target)
  else if (top + rowPx > element.scrollTop + viewPx) {
    element.scrollTop = window.scrollTopOf(target + 1) - viewPx
  }
}
