import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { closeDialog, openDialog } from './open-dialog.ts'
import { paletteCommands } from './palette-commands.ts'
import { type Command, rankCommands } from './rank-commands.ts'

const SHOWN_MAX = 60

/** Everything the page can do, found by typing a few letters. */
export function Palette() {
  const element = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [place, setPlace] = useState(0)
  const commands = useMemo(() => paletteCommands(), [])
  const shown = rankCommands(commands, text).slice(0, SHOWN_MAX)
  // Before painting: the user's next key has to reach the field.
  useLayoutEffect(() => element.current?.showModal(), [])
  useEffect(() => {
    element.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [place])

  const run = (command: Command | undefined) => {
    if (command === undefined) return
    element.current?.close()
    command.run()
  }
  /** Returns the chosen command by the present text of the field, since a fast typist is ahead of the list shown. */
  const chosenAt = ({ target }: KeyboardEvent) => {
    if (!(target instanceof HTMLInputElement) || target.value === text) return shown[place]
    return rankCommands(commands, target.value)[0]
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') run(chosenAt(event))
    else if (step !== 0) setPlace((place + step + shown.length) % Math.max(shown.length, 1))
    else return
    event.preventDefault()
  }

  return (
    <dialog ref={element} class="palette" aria-label="Commands" onClose={closePalette}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={shown.length === 0 ? undefined : `palette-${place}`}
        aria-label="Go to a table, a screen, an index, a pattern"
        placeholder="Go to a table, a screen, an index, a pattern…"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setPlace(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" class="palette-list" role="listbox" aria-label="Commands">
        {shown.map((command, index) => (
          <div
            key={index}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === place}
            onClick={() => run(command)}
            onKeyDown={onKeyDown}
            onPointerMove={() => setPlace(index)}
          >
            <span class="kind">{command.kind}</span>
            <span>{command.title}</span>
            <span class="hint">{command.hint}</span>
          </div>
        ))}
      </div>
      {shown.length === 0 ? <p class="empty">No matches.</p> : null}
    </dialog>
  )
}

/**
 * Closes the palette. The browser reports the closing late, and by then the chosen command may have opened another
 * dialog.
 */
function closePalette(): void {
  if (openDialog.value?.kind === 'palette') closeDialog()
}
