import { useLayoutEffect, useState } from 'preact/hooks'
import { keepLineBreaks } from './keep-line-breaks.ts'
import type { Validated } from './validate-text.ts'

export interface TextFieldProps {
  readonly text: string
  readonly label: string
  readonly readOnly: boolean
  readonly validate: (text: string) => Validated
  readonly onCommit: (text: string) => void
  /** Whether the text may have several lines. */
  readonly isLong?: boolean
}

/** A text that is accepted once it is valid; until then the field says what is wrong. */
export function TextField({ text, label, readOnly, validate, onCommit, isLong = false }: TextFieldProps) {
  const [typed, setTyped] = useState(text)
  // Before painting: a later effect would discard what was typed before it.
  useLayoutEffect(() => setTyped(text), [text])
  const result = validate(typed)
  const problem = 'problem' in result ? result.problem : undefined
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) => {
    const next = isLong ? keepLineBreaks(typed, event.currentTarget.value) : event.currentTarget.value
    setTyped(next)
    const checked = validate(next)
    if ('text' in checked && checked.text === next) onCommit(next)
  }
  const onBlur = () => {
    if ('text' in result && result.text !== text) onCommit(result.text)
  }
  const shared = {
    'aria-label': label,
    'aria-invalid': problem !== undefined,
    spellcheck: false,
    readOnly,
    value: typed,
    onInput,
    onBlur,
  }
  return (
    <>
      {isLong ? (
        <textarea class="field value-field" rows={1} {...shared} />
      ) : (
        <input class="field value-field mono" type="text" inputMode="decimal" {...shared} />
      )}
      {problem === undefined ? null : (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </>
  )
}
