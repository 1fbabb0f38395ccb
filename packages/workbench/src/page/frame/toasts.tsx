import { messageOf } from '../message-of.ts'
import { Store, useStore } from '../store.ts'
import { Icon } from './icons.tsx'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'plain' | 'failure'
  readonly offer?: Offer | undefined
}

/** An action that the user may want to take next. */
interface Offer {
  readonly label: string
  readonly run: () => void
}

const SHOWN_MS = 5000
const FAILURE_SHOWN_MS = 12_000

const toasts = new Store<readonly Toast[]>([])
let lastId = 0

/** Shows a message that needs no answer at the bottom of the page, for a while. */
export function toast(text: string, kind: Toast['kind'] = 'plain'): void {
  const id = show({ text, kind })
  setTimeout(() => dismiss(id), kind === 'failure' ? FAILURE_SHOWN_MS : SHOWN_MS)
}

/** Shows a message and offers a next step, until the user takes it or dismisses the message, or for a while. */
export function toastOffer(text: string, offer: Offer, shownMs?: number): void {
  const id = show({ text, kind: 'plain', offer })
  if (shownMs !== undefined) setTimeout(() => dismiss(id), shownMs)
}

function show(said: Omit<Toast, 'id'>): number {
  const id = ++lastId
  // A repeated message replaces the earlier one, and its time starts over.
  const others = (shown: readonly Toast[]) => shown.filter(({ text }) => text !== said.text)
  toasts.update((shown) => [...others(shown).slice(-3), { id, ...said }])
  return id
}

/** How long work may take before a message says that it is running. */
const PATIENCE_MS = 500

/** Waits for some work; if it takes a while, a message says that it is running. */
export async function toastMeanwhile<Result>(text: string, work: Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => toast(text), PATIENCE_MS)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

/** Shows what went wrong. */
export function toastFailure(error: unknown): void {
  toast(messageOf(error), 'failure')
}

/** Says that the code of an editor could not be loaded; otherwise its place would stay empty without explanation. */
export function toastNoEditor(): void {
  toast('The editor could not be loaded. Reload the page.', 'failure')
}

function dismiss(id: number): void {
  toasts.update((shown) => shown.filter((toast) => toast.id !== id))
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {useStore(toasts).map(({ id, text, kind, offer }) => (
        <div key={id} class={`toast ${kind}`}>
          <span>{text}</span>
          {offer === undefined ? null : (
            <button
              type="button"
              class="button"
              onClick={() => {
                dismiss(id)
                offer.run()
              }}
            >
              {offer.label}
            </button>
          )}
          <button
            type="button"
            class="button quiet icon-only"
            aria-label="Dismiss"
            onClick={() => dismiss(id)}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </div>
  )
}
