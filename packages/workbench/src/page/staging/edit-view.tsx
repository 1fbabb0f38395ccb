import type { AttributeMap } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { Icon } from '../frame/icons.tsx'
import { entityStyle } from '../keys/colours.ts'
import { entityOf } from '../keys/entity-of.ts'
import { partitionText, sortText } from '../keys/key-value.ts'
import { plainSight, showTurning } from '../keys/plain-sight.ts'
import { differenceOf } from './difference.ts'
import { Differences } from './differences.tsx'
import { discardEdits } from './discard-edits.ts'
import { mergeEdit } from './merge-edit.ts'
import { type Staged, stage } from './staged-edits.ts'

interface EditViewProps {
  readonly connection: string
  readonly table: string
  readonly model: TableModel
  readonly edit: Staged
  /** Whether it is being committed, and can no longer be discarded. */
  readonly isBusy: boolean
}

/** One staged edit: its changes and, if somebody else has changed the item since, theirs. */
export function EditView({ connection, table, model, edit, isBusy }: EditViewProps) {
  const { key, base, mine, conflict } = edit
  const entity = entityOf(model, mine ?? base ?? key)
  const what = base === undefined ? 'new' : mine === undefined ? 'deleted' : 'changed'
  return (
    <article class="edit">
      <header>
        {entity === undefined ? null : (
          <span class="entity" style={entityStyle(model, entity)}>
            {showTurning(entity)}
          </span>
        )}
        <span class="mono edit-key">
          {/* Apart from each other: a key from right to left would otherwise change places with the other. */}
          <bdi>{plainSight(partitionText(key, model.key))}</bdi>
          {'  '}
          <bdi>{plainSight(sortText(key, model.key))}</bdi>
        </span>
        <span class={`badge ${what === 'new' ? 'good' : what === 'deleted' ? 'bad' : 'warn'}`}>{what}</span>
        <button
          type="button"
          class="button quiet"
          aria-label={`Discard ${partitionText(key, model.key)}`}
          disabled={isBusy}
          onClick={() => discardEdits(connection, table, [edit])}
        >
          <Icon name="undo" size={14} /> Discard
        </button>
      </header>
      {what === 'deleted' && conflict === undefined ? null : (
        <Differences title={conflict === undefined ? undefined : 'Mine'} changes={differenceOf(base, mine)} />
      )}
      {conflict === undefined ? null : (
        <Conflict
          base={base}
          theirs={conflict.theirs}
          onTakeTheirs={() => discardEdits(connection, table, [edit])}
          onApplyAgain={() =>
            stage(connection, table, {
              key,
              base: conflict.theirs,
              mine: mergeEdit(base, mine, conflict.theirs),
            })
          }
        />
      )}
    </article>
  )
}

interface ConflictProps {
  readonly base: AttributeMap | undefined
  readonly theirs: AttributeMap | undefined
  readonly onTakeTheirs: () => void
  readonly onApplyAgain: () => void
}

function Conflict({ base, theirs, onTakeTheirs, onApplyAgain }: ConflictProps) {
  return (
    <>
      {theirs === undefined ? (
        <p class="theirs-note">
          <strong>Theirs</strong> The item was deleted.
        </p>
      ) : base === undefined ? (
        <Differences
          title="Theirs: an item with this key already exists"
          changes={differenceOf({}, theirs)}
        />
      ) : (
        <Differences title="Theirs" changes={differenceOf(base, theirs)} />
      )}
      <div class="conflict-actions">
        <button type="button" class="button" onClick={onTakeTheirs}>
          Keep theirs
        </button>
        <button type="button" class="button" onClick={onApplyAgain}>
          Apply mine on top
        </button>
      </div>
    </>
  )
}
