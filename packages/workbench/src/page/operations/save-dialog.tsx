import { useState } from 'preact/hooks'
import { Dialog } from '../frame/dialog.tsx'
import { messageOf } from '../message-of.ts'

interface SaveDialogProps {
  readonly title: string
  /** The initial name. */
  readonly name: string
  readonly isTaken: (name: string) => boolean
  readonly onSave: (name: string) => void
  readonly onClose: () => void
}

/** Asks for a name. An existing operation is replaced only after the user confirms it. */
export function SaveDialog({ title, name: first, isTaken, onSave, onClose }: SaveDialogProps) {
  const [name, setName] = useState(first)
  const [failure, setFailure] = useState<string>()
  const trimmed = name.trim()
  const taken = trimmed !== '' && isTaken(trimmed)
  const save = (event: Event) => {
    event.preventDefault()
    try {
      onSave(trimmed)
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="form" onSubmit={save}>
        <label class="labelled">
          Name
          <input
            class="field"
            required
            maxLength={200}
            value={name}
            autoFocus
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        {taken && <p class="notice warn">An operation with this name exists. Saving replaces it.</p>}
        {failure !== undefined && (
          <p class="notice bad" role="alert">
            {failure}
          </p>
        )}
        <footer>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={trimmed === ''}>
            {taken ? 'Replace' : 'Save'}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
