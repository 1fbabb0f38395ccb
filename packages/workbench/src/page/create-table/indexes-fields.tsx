import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../frame/icons.tsx'
import { IndexEditor } from './index-editor.tsx'
import { type IndexDraft, newIndex } from './table-draft.ts'

const titles = { global: 'Global index', local: 'Local index', vector: 'Vector index' } as const

type Kind = IndexDraft['kind']

interface IndexesFieldsProps {
  readonly indexes: readonly IndexDraft[]
  /** The kinds that can be added. */
  readonly kinds?: readonly Kind[]
  readonly isProvisioned: boolean
  /** Names that are taken in addition. */
  readonly taken?: readonly string[]
  /** Shown before the new indexes: the existing ones. */
  readonly children?: ComponentChildren
  readonly onChange: (indexes: readonly IndexDraft[]) => void
}

/** The indexes to create, and buttons to add more. */
export function IndexesFields({
  indexes,
  kinds = ['global', 'local', 'vector'],
  isProvisioned,
  taken = [],
  children,
  onChange,
}: IndexesFieldsProps) {
  // An index that was just added is expanded to be filled in; the initial one is mostly right as it is.
  const [added, setAdded] = useState<number>()
  const add = (kind: Kind) => {
    const index = newIndex(kind, indexes, taken)
    setAdded(index.id)
    onChange([...indexes, index])
  }
  return (
    <fieldset class="indexes">
      <legend>Indexes</legend>
      {children}
      {indexes.map((index) => (
        <IndexEditor
          key={index.id}
          index={index}
          isProvisioned={isProvisioned}
          isNew={index.id === added}
          onChange={(changed) => onChange(indexes.map((one) => (one.id === index.id ? changed : one)))}
          onRemove={() => onChange(indexes.filter(({ id }) => id !== index.id))}
        />
      ))}
      <div class="add-index">
        {kinds.map((kind) => (
          <button key={kind} type="button" class="button quiet" onClick={() => add(kind)}>
            <Icon name="plus" size={14} /> {titles[kind]}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
