import { element } from './element.js'

/** Puts an input over a cell. `commit` gets the text when it was changed; `done` is called whatever happened. */
export function openEditor(cell, { type, value, commit, done }) {
  const before = value === undefined ? '' : String(value)
  const input = element('input', {
    class: 'editor',
    type: type === 'date' ? 'date' : 'text',
    inputmode: type === 'int' || type === 'number' ? 'decimal' : undefined,
    'aria-label': 'New value',
  })
  input.value = before
  let isOpen = true
  const close = (keep) => {
    if (!isOpen) return
    isOpen = false
    const text = input.value
    input.remove()
    done()
    if (keep && text !== before) commit(text)
  }
  input.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.key === 'Enter') close(true)
    if (event.key === 'Escape') close(false)
  })
  input.addEventListener('blur', () => close(true))
  cell.append(input)
  input.focus()
  if (type !== 'date') input.select()
}
