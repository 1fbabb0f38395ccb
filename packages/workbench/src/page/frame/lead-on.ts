import { currentRoute } from '../navigation.ts'
import { openDialog } from './open-dialog.ts'
import { toastOffer } from './toasts.tsx'

/**
 * Remembers the current route while something is being created. The returned function goes to what was created; a user
 * who has moved elsewhere in the meantime is not taken away, but gets a message with an offer to go there.
 */
export function leadOn(): (told: string, go: () => void) => void {
  const before = currentRoute.value
  return (told, go) => {
    if (isFree() && currentRoute.value === before) go()
    else toastOffer(told, { label: 'Show', run: go })
  }
}

/** Whether a dialog may replace the open one: otherwise text typed there would be lost, and its work stopped. */
export function isFree(): boolean {
  return openDialog.value?.kind === 'import-report' || document.querySelector('dialog[open]') === null
}
