import type { AttributeMap } from '@monotable/protocol'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { TableModel } from '../../shared/api.ts'
import { Icon } from '../frame/icons.tsx'
import { toast, toastFailure } from '../frame/toasts.tsx'
import { keyParam } from '../keys/key-param.ts'
import { keyFirst, partitionText } from '../keys/key-value.ts'
import { formatPartition } from '../keys/partition-filter.ts'
import { escapeUnseen } from '../keys/plain-sight.ts'
import { navigate } from '../navigation.ts'
import { Differences } from '../staging/differences.tsx'
import { ChangeKeys } from './change-keys.tsx'
import { kindTones } from './change-row.tsx'
import { changedAttributes, isComparable } from './changed-attributes.ts'
import type { StreamChange } from './stream-change.ts'

interface ChangeDetailProps {
  readonly change: StreamChange
  readonly model: TableModel
  readonly newer: StreamChange | undefined
  readonly older: StreamChange | undefined
  /** The partition that the list is filtered by. */
  readonly collection: string | undefined
  readonly onChoose: (change: StreamChange | undefined) => void
}

type View = 'changed' | 'before' | 'after'

/** One change as a whole: what became of each attribute, and the item before and after. */
export function ChangeDetail({ change, model, newer, older, collection, onChoose }: ChangeDetailProps) {
  const { kind, key, before, after, atMs } = change
  const [wanted, setView] = useState<View>()
  const view = wanted !== undefined && hasView(change, wanted) ? wanted : firstView(change)
  const own = formatPartition(partitionText(key, model.key))
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // In a small window it replaces the list that it was opened from; in a low one it is below the list.
    const opener = document.activeElement
    if (opener?.checkVisibility({ visibilityProperty: true }) === false) element.current?.focus()
    element.current?.scrollIntoView({ block: 'nearest' })
    return () => {
      // Until it is gone, nothing that it replaces can have the focus.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        const back = opener?.isConnected === true ? opener : listOfChanges()
        if (back instanceof HTMLElement) back.focus()
      })
    }
  }, [])
  const copy = () =>
    void navigator.clipboard
      .writeText(JSON.stringify(change.record, null, 2))
      .then(() => toast('Record copied.'), toastFailure)
  const pick = () => {
    // Where the change replaces the list, the list is what is asked for.
    const isCovered = listOfChanges()?.checkVisibility({ visibilityProperty: true }) === false
    navigate({
      params: { pk: collection === own ? undefined : own, ...(isCovered && { change: undefined }) },
    })
  }
  return (
    <section ref={element} class="change-detail" tabIndex={-1} aria-label="Change">
      <header>
        <div class="change-title">
          <span class={`badge ${kindTones[kind]}`}>{kind}</span>
          <h2>
            <ChangeKeys change={change} model={model} />
          </h2>
          <span class="muted num">{new Date(atMs).toLocaleString('en-GB')}</span>
        </div>
        <div class="change-steps">
          <Step label="Newer change" change={newer} onChoose={onChoose} />
          <Step label="Older change" change={older} onChoose={onChoose} />
          <button
            type="button"
            class="button quiet icon-only"
            aria-label="Close change"
            onClick={() => onChoose(undefined)}
          >
            <Icon name="close" />
          </button>
        </div>
      </header>
      <div class="change-tools">
        <Views view={view} change={change} onChange={setView} />
        <span class="grow" />
        <button type="button" class="button" onClick={() => navigate({ params: { item: keyParam(key) } })}>
          Open item
        </button>
        <button type="button" class="button" aria-pressed={collection === own} onClick={pick}>
          Only this collection
        </button>
        <button
          type="button"
          class="button quiet icon-only"
          aria-label="Copy the record"
          title="Copy the record"
          onClick={copy}
        >
          <Icon name="copy" />
        </button>
      </div>
      <div class="change-body">
        {view === 'changed' ? (
          <Changed change={change} />
        ) : (
          <ImageText image={view === 'before' ? before : after} model={model} />
        )}
      </div>
    </section>
  )
}

function listOfChanges(): Element | null {
  return document.querySelector('.change-list > .virtual-list')
}

function Step({
  label,
  change,
  onChoose,
}: {
  readonly label: 'Newer change' | 'Older change'
  readonly change: StreamChange | undefined
  readonly onChoose: (change: StreamChange) => void
}) {
  return (
    <button
      type="button"
      class={`button quiet icon-only ${label === 'Newer change' ? 'up' : 'down'}`}
      aria-label={label}
      title={label}
      disabled={change === undefined}
      onClick={() => change && onChoose(change)}
    >
      <Icon name="chevron" />
    </button>
  )
}

function hasView(change: StreamChange, view: View): boolean {
  return view === 'changed' || change[view] !== undefined
}

function firstView(change: StreamChange): View {
  if (isComparable(change)) return 'changed'
  return change.after !== undefined ? 'after' : change.before !== undefined ? 'before' : 'changed'
}

const views: readonly (readonly [View, string])[] = [
  ['changed', 'Attributes'],
  ['before', 'Old image'],
  ['after', 'New image'],
]

function Views({
  view,
  change,
  onChange,
}: {
  readonly view: View
  readonly change: StreamChange
  readonly onChange: (view: View) => void
}) {
  const there = views.filter(([name]) => hasView(change, name))
  if (there.length === 1) return null
  return (
    <fieldset class="segmented" aria-label="View">
      {there.map(([name, title]) => (
        <button key={name} type="button" aria-pressed={view === name} onClick={() => onChange(name)}>
          {title}
        </button>
      ))}
    </fieldset>
  )
}

function Changed({ change }: { readonly change: StreamChange }) {
  const changes = changedAttributes(change)
  if (changes.length > 0 && isComparable(change)) return <Differences title={undefined} changes={changes} />
  return <p class="notice">{whyNothing(change)}</p>
}

function whyNothing({ before, after, kind }: StreamChange): string {
  if (before === undefined && after === undefined)
    return 'This stream holds no image of the item, only its key.'
  if (kind === 'modified' && (before === undefined || after === undefined)) {
    return `This stream holds only ${before === undefined ? 'new' : 'old'} images, so what has changed is not known.`
  }
  return 'The item has no attributes beside its key.'
}

function ImageText({
  image,
  model,
}: {
  readonly image: AttributeMap | undefined
  readonly model: TableModel
}) {
  return (
    <pre class="change-image">
      {image === undefined ? '' : escapeUnseen(JSON.stringify(keyFirst(image, model.key), null, 2))}
    </pre>
  )
}
