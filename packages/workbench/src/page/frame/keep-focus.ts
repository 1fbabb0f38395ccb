const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'

/** Where messages are shown for a while. */
const MESSAGES = '.toasts'

/** How long other code has to move the focus before it counts as lost. */
const PATIENCE_MS = 50

/**
 * Keeps the focus near where it was when the focused element is removed, as a row is by its own button. Also returns
 * the focus to an element that was disabled for a while, such as a button whose work is done. Otherwise users of the
 * keyboard would be back at the top of the page, and a screen reader would fall silent. Returns a function that ends
 * this.
 */
export function keepFocus(): () => void {
  let focused: HTMLElement | undefined
  const onFocus = ({ target }: FocusEvent) => {
    focused = target instanceof HTMLElement ? target : undefined
  }
  const observer = new MutationObserver((records) => {
    if (focused === undefined) return
    if (focused.isConnected) {
      const isBack = records.some(({ type, target }) => type === 'attributes' && target === focused)
      if (isBack && document.activeElement === document.body) focused.focus({ preventScroll: true })
      return
    }
    const place = placeOf(focused, records)
    focused = undefined
    if (place === undefined) return
    setTimeout(() => {
      if (document.activeElement === document.body) nearest(place)?.focus({ preventScroll: true })
    }, PATIENCE_MS)
  })
  addEventListener('focusin', onFocus)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}

/** The former surroundings of a removed element: an ancestor that still exists, and what followed the element in it. */
interface Place {
  readonly around: Element
  readonly next: Node | null
}

function placeOf(gone: Node, records: readonly MutationRecord[]): Place | undefined {
  let node = gone
  for (const { target, removedNodes, nextSibling } of records) {
    if (![...removedNodes].some((removed) => removed.contains(node))) continue
    if (target.isConnected)
      return target instanceof Element ? { around: target, next: nextSibling } : undefined
    // The element was removed from an ancestor that was itself removed afterwards.
    node = target
  }
  return undefined
}

/** Finds the next control, else the previous one, in the smallest part of the page that has one. */
function nearest({ around, next }: Place): HTMLElement | undefined {
  if (!around.isConnected || around === document.body) return undefined
  if (around instanceof HTMLElement && around.hasAttribute('tabindex')) return around
  // A message passes, and the focus would be lost again; only one that the user dismisses hands it on to another.
  const isKept = (control: HTMLElement) =>
    control.closest(MESSAGES) === null || around.closest(MESSAGES) !== null
  const controls = [...around.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => isUsable(control) && isKept(control),
  )
  const isAfter = (control: Node) =>
    next?.contains(control) ||
    (next?.compareDocumentPosition(control) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING
  const found = (next?.isConnected ? controls.find(isAfter) : undefined) ?? controls.at(-1)
  if (found !== undefined || around.parentElement === null) return found
  return nearest({ around: around.parentElement, next: around.nextSibling })
}

function isUsable(control: HTMLElement): boolean {
  return control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility()
}
