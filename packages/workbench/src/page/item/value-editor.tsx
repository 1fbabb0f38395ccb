import { type AttributeValue, attributeTypeOf, base64Length } from '@monotable/protocol'
import { bytesText } from '../collections/value-preview.ts'
import { ListEditor, MapEditor } from './container-editor.tsx'
import { SetEditor } from './set-editor.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'
import { hexOf, validateBase64, validateNumber, validateString } from './validate-text.ts'

export interface ValueEditorProps {
  readonly value: AttributeValue
  /** The name of the value for screen readers. */
  readonly label: string
  readonly depth: number
  /** The number of lines that this value may take when it is first drawn. */
  readonly room: number
  readonly readOnly: boolean
  readonly onChange: (value: AttributeValue) => void
}

/** A value, in the form for its type. */
export function ValueEditor(props: ValueEditorProps) {
  const { value, label, room, readOnly, onChange } = props
  const common = { label, readOnly }
  if ('S' in value) {
    return (
      <TextField
        {...common}
        text={value.S}
        validate={validateString}
        onCommit={(S) => onChange({ S })}
        isLong
      />
    )
  }
  if ('N' in value) {
    return (
      <TextField {...common} text={value.N} validate={validateNumber} onCommit={(N) => onChange({ N })} />
    )
  }
  if ('B' in value) {
    return <BinaryField {...common} text={value.B} onCommit={(B) => onChange({ B })} />
  }
  if ('BOOL' in value) {
    return (
      <div class="segmented" role="group" aria-label={label}>
        {[true, false].map((choice) => (
          <button
            type="button"
            key={String(choice)}
            disabled={readOnly}
            aria-pressed={value.BOOL === choice}
            onClick={() => onChange({ BOOL: choice })}
          >
            {String(choice)}
          </button>
        ))}
      </div>
    )
  }
  if ('NULL' in value) return <span class="faint mono">null</span>
  if ('M' in value) return <MapEditor {...props} map={value.M} Editor={ValueEditor} />
  if ('L' in value) return <ListEditor {...props} list={value.L} Editor={ValueEditor} />
  return (
    <SetEditor
      {...common}
      room={room}
      value={value}
      type={attributeTypeOf(value) as 'SS' | 'NS' | 'BS'}
      onChange={onChange}
    />
  )
}

function BinaryField({ text, ...rest }: Omit<TextFieldProps, 'validate' | 'isLong'>) {
  return (
    <>
      <TextField {...rest} text={text} validate={validateBase64} />
      <span class="binary-note mono" title="base64 above, hexadecimal here">
        {bytesText(base64Length(text))}
        {text === '' ? '' : ` · ${hexOf(text)}`}
      </span>
    </>
  )
}
