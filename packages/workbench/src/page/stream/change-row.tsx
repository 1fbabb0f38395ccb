import type { TableModel } from '../../shared/api.ts'
import { valuePreview } from '../collections/value-preview.ts'
import { entityStyle } from '../keys/colours.ts'
import { entityOf } from '../keys/entity-of.ts'
import { plainSight, showTurning } from '../keys/plain-sight.ts'
import { type Change, pathText } from '../staging/difference.ts'
import { ChangeKeys } from './change-keys.tsx'
import { changedAttributes, isComparable } from './changed-attributes.ts'
import { type ChangeKind, itemOfChange, type StreamChange } from './stream-change.ts'
import { timeText } from './time-text.ts'

/** The colours of the kinds, also of staged edits. */
export const kindTones: { readonly [Kind in ChangeKind]: string } = {
  inserted: 'good',
  modified: 'warn',
  removed: 'bad',
  expired: 'bad',
}

export function ChangeHeader({ model }: { readonly model: TableModel }) {
  const keyNames = [...model.key.pk, ...model.key.sk].map(({ name }) => plainSight(name)).join(', ')
  return (
    <div class="change-header" role="row">
      {['Time', 'Change', 'Entity'].map((title) => (
        <span key={title} role="columnheader">
          {title}
        </span>
      ))}
      <span role="columnheader" class="mono">
        {keyNames}
      </span>
      <span role="columnheader">Attributes</span>
    </div>
  )
}

interface ChangeRowProps {
  readonly change: StreamChange
  readonly model: TableModel
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One change as a row: when, what, which item, and what became of its attributes. */
export function ChangeRow({ change, model, isChosen, onChoose }: ChangeRowProps) {
  const entity = entityOf(model, itemOfChange(change))
  return (
    <>
      <span role="gridcell" class="muted time" title={new Date(change.atMs).toString()}>
        {timeText(change.atMs, performance.timeOrigin + performance.now())}
      </span>
      <span role="gridcell">
        <button
          type="button"
          class={`open-change badge ${kindTones[change.kind]}`}
          aria-expanded={isChosen}
          title={change.kind === 'expired' ? 'Removed by its time to live' : undefined}
          onClick={onChoose}
        >
          {change.kind}
        </button>
      </span>
      <span role="gridcell" class="change-entity">
        {entity === undefined ? null : (
          <span class="entity" style={entityStyle(model, entity)}>
            {showTurning(entity)}
          </span>
        )}
      </span>
      <span role="gridcell" class="change-keys">
        <ChangeKeys change={change} model={model} />
      </span>
      <span role="gridcell" class="change-values">
        <Attributes change={change} />
      </span>
    </>
  )
}

const SHOWN_MAX = 8

function Attributes({ change }: { readonly change: StreamChange }) {
  const changes = changedAttributes(change)
  const isCompared = isComparable(change)
  return (
    <>
      {changes.slice(0, SHOWN_MAX).map((one) => (
        <span key={JSON.stringify(one.path)} class="change-value">
          <span class="item-attribute-name">{plainSight(pathText(one.path))}</span>{' '}
          <Values {...one} isCompared={isCompared && change.kind === 'modified'} />
        </span>
      ))}
      {changes.length > SHOWN_MAX && <span class="faint">+{changes.length - SHOWN_MAX}</span>}
    </>
  )
}

function Values({ before, after, isCompared }: Change & { readonly isCompared: boolean }) {
  const [old, young] = [before, after].map((value) =>
    value === undefined ? undefined : valuePreview(value).text,
  )
  if (!isCompared) return <>{young ?? old}</>
  return (
    <>
      {old === undefined ? null : <del>{old}</del>} {young === undefined ? null : <ins>{young}</ins>}
    </>
  )
}
