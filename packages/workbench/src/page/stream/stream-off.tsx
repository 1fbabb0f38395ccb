import { useState } from 'preact/hooks'
import type { ConnectionInfo } from '../../shared/api.ts'
import { sendOrThrow } from '../api-client.ts'
import { type StreamViewType, streamViews } from '../create-table/table-draft.ts'
import { readOnlyAdvice } from '../frame/read-only-advice.ts'
import { toastFailure } from '../frame/toasts.tsx'
import { turnOnStream } from './table-stream.ts'

interface StreamOffProps {
  readonly connection: ConnectionInfo
  readonly table: string
  /** Whether there is nothing else to show. */
  readonly isAlone: boolean
  readonly onTurnedOn: () => void
}

/** Says that a table has no stream, and offers one. */
export function StreamOff({ connection, table, isAlone, onTurnedOn }: StreamOffProps) {
  const offer = connection.readOnly ? null : (
    <TurnOn connection={connection.id} table={table} onTurnedOn={onTurnedOn} />
  )
  if (!isAlone) {
    return (
      <div class="notice warn stream-off">
        <span>The stream is turned off. Its last changes can be read for a day.</span>
        {offer}
      </div>
    )
  }
  return (
    <div class="empty">
      <h2>This table has no stream</h2>
      <p>
        A stream holds every change of an item for a day: its key, and what the item was before and after.
        With one, changes appear here as they happen.
      </p>
      {offer ?? <p>This connection is read-only. {readOnlyAdvice()}</p>}
    </div>
  )
}

interface TurnOnProps {
  readonly connection: string
  readonly table: string
  readonly onTurnedOn: () => void
}

function TurnOn({ connection, table, onTurnedOn }: TurnOnProps) {
  const [view, setView] = useState<StreamViewType>('NEW_AND_OLD_IMAGES')
  const [isUnderWay, setUnderWay] = useState(false)
  const turnOn = async () => {
    setUnderWay(true)
    try {
      await turnOnStream((operation, input) => sendOrThrow(connection, operation, input), table, view)
      onTurnedOn()
    } catch (error) {
      toastFailure(error)
    } finally {
      setUnderWay(false)
    }
  }
  return (
    <div class="actions">
      <select
        class="field"
        aria-label="What the stream holds"
        value={view}
        onChange={({ currentTarget }) => setView(currentTarget.value as StreamViewType)}
      >
        {streamViews.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <button type="button" class="button primary" disabled={isUnderWay} onClick={() => void turnOn()}>
        {isUnderWay ? 'Turning on…' : 'Turn on the stream'}
      </button>
    </div>
  )
}
