import { useState } from 'preact/hooks'
import type { ConnectionInfo, NewConnection } from '../../shared/api.ts'
import { api } from '../api-client.ts'
import { appState, loadTables, refreshConnections } from '../app-state.ts'
import { messageOf } from '../message-of.ts'
import { currentRoute, navigate } from '../navigation.ts'
import { useStore } from '../store.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icons.tsx'
import { closeDialog } from './open-dialog.ts'
import { toastFailure } from './toasts.tsx'

/** The databases that the page talks to: added, switched between reading and writing, removed. */
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
      <AddConnection profiles={workbench?.profiles ?? []} />
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
          <p style={{ marginTop: '8px' }}>
            <button type="button" class="button danger" onClick={() => setReadOnly(false)}>
              Allow writing to {name}
            </button>{' '}
            <button type="button" class="button quiet" onClick={() => setAsks(false)}>
              Keep it read-only
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

function AddConnection({ profiles }: { readonly profiles: readonly string[] }) {
  const [kind, setKind] = useState<NewConnection['kind']>('endpoint')
  const [place, setPlace] = useState('')
  const [region, setRegion] = useState('')
  const [failure, setFailure] = useState<string>()

  const add = async (event: Event) => {
    event.preventDefault()
    const where = region === '' ? {} : { region }
    try {
      const profile = place || (profiles[0] ?? 'default')
      const connection = await api.addConnection(
        kind === 'endpoint' ? { kind, endpoint: place, ...where } : { kind, profile, ...where },
      )
      await refreshConnections()
      await loadTables(connection.id)
      const table = appState.value.tables.get(connection.id)?.names[0]
      closeDialog()
      navigate({ connection: connection.id, table })
    } catch (error) {
      setFailure(messageOf(error))
    }
  }

  return (
    <form class="form" onSubmit={(event) => void add(event)}>
      <h3>Add a connection</h3>
      <div class="segmented" style={{ justifySelf: 'start' }}>
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
              value={place}
              onInput={(event) => setPlace(event.currentTarget.value)}
            />
          </label>
        ) : (
          <label class="labelled">
            Profile
            <select
              class="field"
              value={place || profiles[0]}
              onChange={(event) => setPlace(event.currentTarget.value)}
            >
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
      {failure === undefined ? null : (
        <p class="notice bad" role="alert">
          {failure}
        </p>
      )}
      <p class="muted">It is opened read-only; nothing is changed until you allow it.</p>
      <footer>
        <button type="submit" class="button primary" disabled={kind === 'aws' && profiles.length === 0}>
          Connect
        </button>
      </footer>
    </form>
  )
}
