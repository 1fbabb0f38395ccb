import { useState } from 'preact/hooks'
import { Icon } from '../frame/icons.tsx'
import { KeyFields } from './key-fields.tsx'
import { NameField } from './name-field.tsx'
import {
  type DistanceFunction,
  type IndexDraft,
  KEY_PARTS_MAX,
  type KeyPart,
  type ProjectionType,
} from './table-draft.ts'
import { UnitsFields } from './units-fields.tsx'

interface IndexEditorProps {
  readonly index: IndexDraft
  readonly isProvisioned: boolean
  /** Whether it is initially expanded. */
  readonly isNew: boolean
  readonly onChange: (index: IndexDraft) => void
  readonly onRemove: () => void
}

/** The limit of DynamoDB on attributes that can filter a search. */
const FILTERS_MAX = 18

/** An index: a one-line summary, with all of its fields behind it. */
export function IndexEditor({ index, isProvisioned, isNew, onChange, onRemove }: IndexEditorProps) {
  const [isOpen, setOpen] = useState(isNew)
  const change = (changed: Partial<IndexDraft>) => onChange({ ...index, ...changed })
  return (
    <div class="index-draft">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <b>{index.name || 'no name yet'}</b> <span class="badge">{index.kind}</span>{' '}
          <span class="mono muted">{summaryOf(index)}</span>
        </summary>
        {/* A field that the browser rejects has to be visible. */}
        <div class="form" onInvalidCapture={() => setOpen(true)}>
          <NameField label="Index name" name={index.name} onChange={(name) => change({ name })} />
          <Keys index={index} onChange={change} />
          <Projection index={index} onChange={change} />
          {index.kind === 'global' && (
            <>
              <UnitsFields
                title={isProvisioned ? 'Units a second' : 'Maximum units a second'}
                of={index.name}
                hint={isProvisioned ? 'the table’s' : 'no limit'}
                units={index.units}
                onChange={(units) => change({ units })}
              />
              <UnitsFields
                title="Warm throughput, units a second"
                of={index.name}
                hint="the default"
                units={index.warm}
                onChange={(warm) => change({ warm })}
              />
            </>
          )}
        </div>
      </details>
      <button
        type="button"
        class="button quiet icon-only"
        aria-label={`Remove ${index.name}`}
        title={`Remove ${index.name}`}
        onClick={onRemove}
      >
        <Icon name="trash" size={14} />
      </button>
    </div>
  )
}

interface PartProps {
  readonly index: IndexDraft
  readonly onChange: (changed: Partial<IndexDraft>) => void
}

function Keys({ index, onChange }: PartProps) {
  const { kind, name } = index
  if (kind === 'vector') return <VectorFields index={index} onChange={onChange} />
  return (
    <div class="pair">
      {kind === 'global' && (
        <KeyFields
          title="Partition key"
          of={name}
          parts={index.pk}
          most={KEY_PARTS_MAX}
          required
          onChange={(pk) => onChange({ pk })}
        />
      )}
      <KeyFields
        title="Sort key"
        of={name}
        parts={index.sk}
        most={kind === 'global' ? KEY_PARTS_MAX : 1}
        required={kind === 'local'}
        onChange={(sk) => onChange({ sk })}
      />
      {kind === 'local' && (
        <p class="muted">
          Sorts the table’s partitions by another key. It can only be created together with the table.
        </p>
      )}
    </div>
  )
}

function VectorFields({ index, onChange }: PartProps) {
  const { vector, name } = index
  const change = (changed: Partial<IndexDraft['vector']>) => onChange({ vector: { ...vector, ...changed } })
  return (
    <>
      <div class="pair">
        <label class="labelled">
          Vector attribute
          <input
            class="field mono"
            required
            value={vector.attribute}
            onInput={(event) => change({ attribute: event.currentTarget.value })}
          />
        </label>
        <label class="labelled">
          Dimensions
          <input
            class="field"
            type="number"
            min="1"
            max="4096"
            required
            value={vector.dimensions}
            onInput={(event) => change({ dimensions: event.currentTarget.value })}
          />
        </label>
        <label class="labelled">
          Distance
          <select
            class="field"
            value={vector.distance}
            onChange={(event) => change({ distance: event.currentTarget.value as DistanceFunction })}
          >
            <option value="COSINE">cosine</option>
            <option value="EUCLIDEAN">euclidean</option>
            <option value="DOT_PRODUCT">dot product</option>
          </select>
        </label>
      </div>
      <div class="pair">
        <KeyFields
          title="Search key"
          of={name}
          parts={index.pk}
          most={1}
          onChange={(pk) => onChange({ pk })}
        />
        <KeyFields
          title="Search filters"
          of={name}
          parts={index.sk}
          most={FILTERS_MAX}
          onChange={(sk) => onChange({ sk })}
        />
      </div>
    </>
  )
}

function Projection({ index, onChange }: PartProps) {
  return (
    <div class="pair">
      <label class="labelled">
        Attributes in the index
        <select
          class="field"
          value={index.projection}
          onChange={(event) => onChange({ projection: event.currentTarget.value as ProjectionType })}
        >
          <option value="ALL">all</option>
          <option value="KEYS_ONLY">keys only</option>
          <option value="INCLUDE">keys and chosen attributes</option>
        </select>
      </label>
      {index.projection === 'INCLUDE' && (
        <label class="labelled">
          Included attributes
          <input
            class="field mono"
            required
            placeholder="name, price"
            value={index.included}
            onInput={(event) => onChange({ included: event.currentTarget.value })}
          />
        </label>
      )}
    </div>
  )
}

function summaryOf({ kind, pk, sk, vector }: IndexDraft): string {
  const names = (parts: readonly KeyPart[]) => parts.map(({ name }) => name).filter((name) => name !== '')
  if (kind === 'vector') return `${vector.attribute}, ${vector.dimensions} dimensions`
  return [...(kind === 'global' ? names(pk) : []), ...names(sk)].join(', ')
}
