import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../frame/icons.tsx'
import './filter-field.css'

interface FilterFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly isFirst?: boolean
  readonly onChange: (text: string) => void
}

/** A filter by text that takes effect with Enter; `/` moves to the first one. */
export function FilterField({ label, value, placeholder, isFirst = false, onChange }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  useLayoutEffect(() => setText(value), [value])
  useEffect(() => (isFirst ? focusBySlash(input) : undefined), [isFirst])
  return (
    <form
      class="filter-field"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(text)
      }}
    >
      <Icon name="search" size={14} />
      <input
        ref={input}
        class="field mono"
        type="text"
        aria-label={`Filter by ${label}`}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          setText('')
          if (value !== '') onChange('')
          event.currentTarget.blur()
        }}
      />
      {text === '' ? (
        isFirst ? (
          <kbd>/</kbd>
        ) : null
      ) : (
        <button
          type="button"
          class="clear"
          aria-label={`Clear the filter by ${label}`}
          onClick={() => {
            setText('')
            onChange('')
          }}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </form>
  )
}

function focusBySlash(input: { readonly current: HTMLInputElement | null }): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    const isTyping =
      target instanceof HTMLElement &&
      (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
    if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    input.current?.focus()
    input.current?.select()
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
