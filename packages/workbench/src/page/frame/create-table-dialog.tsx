import { useState } from 'preact/hooks'
import { sendOrThrow } from '../api-client.ts'
import { loadTables } from '../app-state.ts'
import { typeTitles } from '../item/convert-value.ts'
import { navigate } from '../navigation.ts'
import { createTableInput, type KeyType } from './create-table-input.ts'
import { Dialog } from './dialog.tsx'
import { closeDialog } from './open-dialog.ts'

const INDEXES_MAX = 5

/** A table as single-table designs begin: keys of text, and some indexes named GSI1, GSI2… */
export function CreateTableDialog({ connection }: { readonly connection: string }) {
  const [name, setName] = useState('')
  const [pk, setPk] = useState('PK')
  const [sk, setSk] = useState('SK')
  const [pkType, setPkType] = useState<KeyType>('S')
  const [skType, setSkType] = useState<KeyType>('S')
  const [indexes, setIndexes] = useState(1)
  const [failure, setFailure] = useState<string>()

  const create = async (event: Event) => {
    event.preventDefault()
    const pairs = Array.from({ length: indexes }, (_, place) => ({
      pk: `GSI${place + 1}PK`,
      sk: `GSI${place + 1}SK`,
    }))
    try {
      await sendOrThrow(connection, 'CreateTable', createTableInput(name, { pk, sk, pkType, skType }, pairs))
      await loadTables(connection)
      closeDialog()
      navigate({ connection, table: name, screen: 'collections' })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <Dialog title="Create a table" onClose={closeDialog}>
      <form class="form" onSubmit={(event) => void create(event)}>
        <label class="labelled">
          Name
          <input
            class="field mono"
            required
            pattern="[A-Za-z0-9_.\-]{3,255}"
            title="3 to 255 letters, digits, _ . -"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <div class="pair">
          <label class="labelled">
            Partition key
            <span class="key-and-type">
              <input
                class="field mono"
                required
                value={pk}
                onInput={(event) => setPk(event.currentTarget.value)}
              />
              <TypeSelect of="partition" value={pkType} onChange={setPkType} />
            </span>
          </label>
          <label class="labelled">
            <span>
              Sort key <span class="hint">may be left out</span>
            </span>
            <span class="key-and-type">
              <input class="field mono" value={sk} onInput={(event) => setSk(event.currentTarget.value)} />
              <TypeSelect of="sort" value={skType} onChange={setSkType} />
            </span>
          </label>
        </div>
        <label class="labelled">
          Global indexes
          <select
            class="field"
            value={String(indexes)}
            onChange={(event) => setIndexes(Number(event.currentTarget.value))}
          >
            {Array.from({ length: INDEXES_MAX + 1 }, (_, count) => (
              <option key={count} value={String(count)}>
                {count === 0 ? 'none' : `${count}: GSI1PK, GSI1SK${count > 1 ? ' …' : ''}`}
              </option>
            ))}
          </select>
        </label>
        {failure === undefined ? null : (
          <p class="notice bad" role="alert">
            {failure}
          </p>
        )}
        <footer>
          <button type="button" class="button" onClick={closeDialog}>
            Cancel
          </button>
          <button type="submit" class="button primary">
            Create
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

function TypeSelect({
  of,
  value,
  onChange,
}: {
  readonly of: string
  readonly value: KeyType
  readonly onChange: (type: KeyType) => void
}) {
  return (
    <select
      class="field"
      aria-label={`Type of the ${of} key`}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as KeyType)}
    >
      {(['S', 'N', 'B'] as const).map((type) => (
        <option key={type} value={type}>
          {typeTitles[type]}
        </option>
      ))}
    </select>
  )
}
