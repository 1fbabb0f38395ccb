import { useState } from 'preact/hooks'
import type { ConnectionInfo, NewConnection } from '../../shared/api.ts'
import { api } from '../api-client.ts'
import { appState, refreshConnections } from '../app-state.ts'
import { currentRoute, navigate } from '../navigation.ts'
import { useStore } from '../store.ts'
import { useTask } from '../use-task.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icons.tsx'
import { closeDialog } from './open-dialog.ts'
import { toastFailure } from './toasts.tsx'

/** The databases that the page is connected to: add them, switch them between read-only and writable, remove them. */
export function ConnectionsDialog() {
  const { workbench } = useStore(appState)
  return (
    <Dialog title="Connections" onClose={closeDialog}>
      <div>
        {(workbench?.connections ?? []).map((connection) => (
          <ConnectionRow
            key={connection.id}
            connection={connection}
            isLocked={workbench?.readOnly ?? false}
          />
        ))}
      </div>
      <AddConnection profiles={workbench?.profiles ?? []} isLocked={workbench?.readOnly ?? false} />
    </Dialog>
  )
}

function ConnectionRow({
  connection,
  isLocked,
}: {
  readonly connection: ConnectionInfo
  readonly isLocked: boolean
}) {
  const [asks, setAsks] = useState(false)
  const { id, name, kind, address, region, readOnly } = connection
  const setReadOnly = (value: boolean) => {
    setAsks(false)
    api.setReadOnly(id, value).then(refreshConnections).catch(toastFailure)
  }
  return (
    <>
      <div class="connection-row">
        <div class="grow">
          <strong>{name}</strong>
          <div class="muted mono">
            {address} · <span class="whole">{region}</span>
          </div>
        </div>
        <span class={`badge ${readOnly ? '' : kind === 'embedded' ? 'good' : 'warn'}`}>
          <Icon name={readOnly ? 'lock' : 'unlock'} size={11} />
          {readOnly ? 'read-only' : 'writable'}
        </span>
        {isLocked ? null : (
          <button
            type="button"
            class="button"
            onClick={() => (readOnly && kind !== 'embedded' ? setAsks(true) : setReadOnly(!readOnly))}
          >
            {readOnly ? 'Allow writing…' : 'Make read-only'}
          </button>
        )}
        {kind === 'embedded' ? null : (
          <button
            type="button"
            class="button quiet icon-only"
            aria-label={`Remove ${name}`}
            onClick={() => void remove(id)}
          >
            <Icon name="trash" />
          </button>
        )}
      </div>
      {asks ? (
        <div class="notice warn" role="alert">
          <p>
            Edits, imports and deletions will change <strong>{name}</strong> itself
            {kind === 'aws' ? ', a database on AWS that others may depend on and that costs money' : ''}.
          </p>
          <p>
            <button type="button" class="button danger" onClick={() => setReadOnly(false)}>
              Allow writing to {name}
            </button>{' '}
            <button type="button" class="button quiet" onClick={() => setAsks(false)}>
              Keep read-only
            </button>
          </p>
        </div>
      ) : null}
    </>
  )
}

async function remove(id: string): Promise<void> {
  try {
    await api.removeConnection(id)
    await refreshConnections()
    if (currentRoute.value.connection === id) navigate({ connection: undefined })
  } catch (error) {
    toastFailure(error)
  }
}

interface AddConnectionProps {
  readonly profiles: readonly string[]
  readonly isLocked: boolean
}

function AddConnection({ profiles, isLocked }: AddConnectionProps) {
  const [kind, setKind] = useState<NewConnection['kind']>('endpoint')
  const [endpoint, setEndpoint] = useState('')
  const [profile, setProfile] = useState(profiles[0] ?? 'default')
  const [region, setRegion] = useState('')
  const task = useTask()

  const add = (event: Event) => {
    event.preventDefault()
    const where = region === '' ? {} : { region }
    let added: ConnectionInfo | undefined
    void task.run({
      work: async () => {
        added = await api.addConnection(
          kind === 'endpoint' ? { kind, endpoint, ...where } : { kind, profile, ...where },
        )
        await refreshConnections()
      },
      onDone: () => {
        closeDialog()
        const table = appState.value.tables.get(added?.id ?? '')?.names[0]
        navigate({ connection: added?.id, table })
      },
      told: () => `Connected to ${added?.name}.`,
    })
  }

  return (
    <form class="form" onSubmit={add}>
      <h3>Add a connection</h3>
      <div class="segmented" role="group" aria-label="Kind of database" style={{ justifySelf: 'start' }}>
        <button type="button" aria-pressed={kind === 'endpoint'} onClick={() => setKind('endpoint')}>
          Endpoint
        </button>
        <button type="button" aria-pressed={kind === 'aws'} onClick={() => setKind('aws')}>
          AWS profile
        </button>
      </div>
      <div class="pair">
        {kind === 'endpoint' ? (
          <label class="labelled">
            Endpoint
            <input
              class="field mono"
              type="url"
              required
              placeholder="http://127.0.0.1:8000"
              value={endpoint}
              onInput={(event) => setEndpoint(event.currentTarget.value)}
            />
          </label>
        ) : (
          <label class="labelled">
            Profile
            <select class="field" value={profile} onChange={(event) => setProfile(event.currentTarget.value)}>
              {profiles.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        <label class="labelled">
          Region
          <input
            class="field mono"
            placeholder={kind === 'aws' ? 'the profile’s' : 'us-east-1'}
            value={region}
            onInput={(event) => setRegion(event.currentTarget.value)}
          />
        </label>
      </div>
      {kind === 'aws' && profiles.length === 0 ? (
        <p class="notice warn">No AWS profile is set up on this machine. Run `aws configure` first.</p>
      ) : null}
      {task.failure === undefined ? null : (
        <p class="notice bad" role="alert">
          {task.failure}
        </p>
      )}
      <p class="muted">
        {isLocked
          ? 'Connections are read-only: this workbench was started with --read-only.'
          : 'Connections open read-only: nothing changes until you allow writing.'}
      </p>
      <footer>
        <button
          type="submit"
          class="button primary"
          disabled={task.isUnderWay || (kind === 'aws' && profiles.length === 0)}
        >
          {task.isUnderWay ? 'Connecting…' : 'Connect'}
        </button>
      </footer>
    </form>
  )
}
