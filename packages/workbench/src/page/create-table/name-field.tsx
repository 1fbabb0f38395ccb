interface NameFieldProps {
  /** What is named. */
  readonly label: string
  readonly name: string
  /** Whether it gets the focus first. */
  readonly isFirst?: boolean
  readonly onChange: (name: string) => void
}

/** The name of a table, index or backup, all of which allow the same characters. */
export function NameField({ label, name, isFirst = false, onChange }: NameFieldProps) {
  return (
    <label class="labelled">
      {label}
      <input
        class="field mono"
        required
        pattern="[A-Za-z0-9_.\-]{3,255}"
        title="3 to 255 letters, digits, _ . -"
        value={name}
        // biome-ignore lint/a11y/noAutofocus: only in a dialog that begins with it
        autoFocus={isFirst}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}
