import { ReplicaFields } from './replica-fields.tsx'
import { type SettingsDraft, type StreamViewType, streamViews } from './table-draft.ts'
import { UnitsFields } from './units-fields.tsx'

/** A setting whose present value is unknown, so that it cannot be changed. */
export type Unknown = 'ttl' | 'recovery' | 'tags' | 'policy'

export interface SettingsFieldsProps {
  readonly settings: SettingsDraft
  /** The unknown settings; none for a new table. */
  readonly unknown?: ReadonlySet<Unknown>
  /** Whether there are replicas already, so that the consistency between regions is fixed. */
  readonly isGlobal?: boolean
  readonly onChange: (changed: Partial<SettingsDraft>) => void
}

const allKnown: ReadonlySet<Unknown> = new Set()

/** Fields for all settings of a table except its keys and indexes. */
export function SettingsFields(props: SettingsFieldsProps) {
  const { settings, unknown = allKnown, onChange } = props
  return (
    <>
      <Capacity {...props} />
      <div class="pair">
        <label class="labelled">
          Stream
          <select
            class="field"
            value={settings.stream}
            onChange={(event) => onChange({ stream: event.currentTarget.value as StreamViewType | '' })}
          >
            <option value="">off</option>
            {streamViews.map(([view, title]) => (
              <option key={view} value={view}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <TextField
          title="Time to live"
          hint="attribute with epoch seconds"
          placeholder="off"
          value={settings.ttl}
          isUnknown={unknown.has('ttl')}
          onChange={(ttl) => onChange({ ttl })}
        />
      </div>
      <Encryption {...props} />
      <TextField
        title="Tags"
        placeholder="team=shop, stage=test"
        value={settings.tags}
        isUnknown={unknown.has('tags')}
        onChange={(tags) => onChange({ tags })}
      />
      <Policy {...props} />
      <ReplicaFields {...props} />
      <Switches {...props} />
    </>
  )
}

function Capacity({ settings, onChange }: SettingsFieldsProps) {
  const isProvisioned = settings.billing === 'PROVISIONED'
  return (
    <>
      <label class="labelled">
        Capacity
        <select
          class="field"
          value={settings.billing}
          onChange={(event) => onChange({ billing: event.currentTarget.value as SettingsDraft['billing'] })}
        >
          <option value="PAY_PER_REQUEST">on demand: pay per request</option>
          <option value="PROVISIONED">provisioned: fixed units a second</option>
        </select>
      </label>
      {isProvisioned ? (
        <UnitsFields
          title="Units a second"
          of=""
          units={settings.units}
          onChange={(units) => onChange({ units })}
        />
      ) : (
        <UnitsFields
          title="Maximum units a second"
          of=""
          hint="no limit"
          units={settings.most}
          onChange={(most) => onChange({ most })}
        />
      )}
      <UnitsFields
        title="Warm throughput, units a second"
        of=""
        hint="the default"
        units={settings.warm}
        onChange={(warm) => onChange({ warm })}
      />
    </>
  )
}

function Encryption({ settings, onChange }: SettingsFieldsProps) {
  return (
    <div class="pair">
      <label class="labelled">
        Encryption
        <select
          class="field"
          value={settings.isByKms ? 'kms' : 'owned'}
          onChange={(event) => onChange({ isByKms: event.currentTarget.value === 'kms' })}
        >
          <option value="owned">with a key that DynamoDB owns</option>
          <option value="kms">with a KMS key of this account</option>
        </select>
      </label>
      {settings.isByKms && (
        <TextField
          title="KMS key"
          hint="ARN, id or alias"
          placeholder="alias/aws/dynamodb"
          value={settings.kmsKey}
          onChange={(kmsKey) => onChange({ kmsKey })}
        />
      )}
    </div>
  )
}

function Policy({ settings, unknown, onChange }: SettingsFieldsProps) {
  const isUnknown = unknown?.has('policy') ?? false
  return (
    <label class="labelled">
      <span>
        Resource policy <span class="hint">JSON; who else may use the table</span>
      </span>
      <textarea
        class="field mono"
        rows={settings.policy === '' ? 2 : 8}
        spellcheck={false}
        disabled={isUnknown}
        placeholder={isUnknown ? 'not known' : 'none'}
        value={settings.policy}
        onInput={(event) => onChange({ policy: event.currentTarget.value })}
      />
    </label>
  )
}

function Switches({ settings, unknown, onChange }: SettingsFieldsProps) {
  const toggle = (name: 'recovery' | 'protection' | 'isInfrequent', title: string, isUnknown = false) => (
    <label class="check">
      <input
        type="checkbox"
        checked={settings[name]}
        disabled={isUnknown}
        onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
      />{' '}
      {title}
    </label>
  )
  return (
    <div class="switches">
      {toggle('recovery', 'Point-in-time recovery', unknown?.has('recovery'))}
      {settings.recovery && (
        <label class="labelled recovery-days">
          Days to keep
          <input
            class="field"
            type="number"
            min="1"
            max="35"
            placeholder="35"
            value={settings.recoveryDays}
            onInput={(event) => onChange({ recoveryDays: event.currentTarget.value })}
          />
        </label>
      )}
      {toggle('protection', 'Deletion protection')}
      {toggle('isInfrequent', 'Infrequent access: cheaper to store, costlier to read')}
    </div>
  )
}

interface TextFieldProps {
  readonly title: string
  readonly hint?: string
  readonly placeholder: string
  readonly value: string
  readonly isUnknown?: boolean
  readonly onChange: (value: string) => void
}

function TextField({ title, hint, placeholder, value, isUnknown = false, onChange }: TextFieldProps) {
  return (
    <label class="labelled">
      <span>
        {title} {hint === undefined ? null : <span class="hint">{hint}</span>}
      </span>
      <input
        class="field mono"
        disabled={isUnknown}
        placeholder={isUnknown ? 'not known' : placeholder}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}
