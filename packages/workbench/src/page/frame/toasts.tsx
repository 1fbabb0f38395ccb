import { messageOf } from '../message-of.ts'
import { Store, useStore } from '../store.ts'
import { Icon } from './icons.tsx'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'plain' | 'failure'
  readonly offer?: Offer | undefined
}

/** Something that one may want to do next. */
interface Offer {
  readonly label: string
  readonly run: () => void
}

const SHOWN_MS = 5000
const FAILURE_SHOWN_MS = 12_000

const toasts = new Store<readonly Toast[]>([])
let lastId = 0

/** Says something that needs no answer, at the foot of the page, for a while. */
export function toast(text: string, kind: Toast['kind'] = 'plain'): void {
  const id = show({ text, kind })
  setTimeout(() => dismiss(id), kind === 'failure' ? FAILURE_SHOWN_MS : SHOWN_MS)
}

/** Says something, and offers what to do next, until that is done or it is dismissed. */
export function toastOffer(text: string, offer: Offer): void {
  show({ text, kind: 'plain', offer })
}

function show(said: Omit<Toast, 'id'>): number {
  const id = ++lastId
  // What is said again is said once, and for as long again.
  const others = (shown: readonly Toast[]) => shown.filter(({ text }) => text !== said.text)
  toasts.update((shown) => [...others(shown).slice(-3), { id, ...said }])
  return id
}

/** How long something may take before it is said that it is under way. */
const PATIENCE_MS = 500

/** Gives what is waited for; where that takes a while, it is said that it is under way. */
export async function toastMeanwhile<Result>(text: string, work: Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => toast(text), PATIENCE_MS)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

/** Says what went wrong. */
export function toastFailure(error: unknown): void {
  toast(messageOf(error), 'failure')
}

/** Says that an editor's code could not be had: its place stays empty otherwise, and nobody knows why. */
export function toastNoEditor(): void {
  toast('The editor could not be fetched. Load the page again.', 'failure')
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
