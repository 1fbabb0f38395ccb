import type { SettingsDraft } from './table-draft.ts'

interface ReplicaFieldsProps {
  readonly settings: SettingsDraft
  /** Whether there are replicas already, so that the consistency between regions is fixed. */
  readonly isGlobal?: boolean
  readonly onChange: (changed: Partial<SettingsDraft>) => void
}

/** The other regions of a table, and the consistency between them. */
export function ReplicaFields({ settings, isGlobal = false, onChange }: ReplicaFieldsProps) {
  const { replicas, isStrong, witness, isByKms, kmsKey } = settings
  const hasKeys = isByKms && kmsKey.trim() !== ''
  return (
    <>
      <label class="labelled">
        <span>
          Replicas <span class="hint">{hasKeys ? 'other regions, each with its key' : 'other regions'}</span>
        </span>
        <input
          class="field mono"
          placeholder={hasKeys ? 'eu-west-1=alias/mine' : 'eu-west-1, ap-northeast-1'}
          value={replicas}
          onInput={(event) => onChange({ replicas: event.currentTarget.value })}
        />
      </label>
      {replicas.trim() === '' || isGlobal ? null : (
        <div class="pair">
          <label class="labelled">
            Between regions
            <select
              class="field"
              value={isStrong ? 'STRONG' : 'EVENTUAL'}
              onChange={(event) => onChange({ isStrong: event.currentTarget.value === 'STRONG' })}
            >
              <option value="EVENTUAL">eventual: others see a write a moment later</option>
              <option value="STRONG">strong: others see a write at once</option>
            </select>
          </label>
          {isStrong && (
            <label class="labelled">
              <span>
                Witness <span class="hint">with one replica</span>
              </span>
              <input
                class="field mono"
                placeholder="us-west-2"
                value={witness}
                onInput={(event) => onChange({ witness: event.currentTarget.value })}
              />
            </label>
          )}
        </div>
      )}
    </>
  )
}
