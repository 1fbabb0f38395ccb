interface ViewSwitchProps {
  readonly view: 'fields' | 'json'
  readonly onChange: (view: 'fields' | 'json') => void
}

/** Switches between attributes and JSON. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <div class="segmented" role="group" aria-label="Show the item as">
      <button type="button" aria-pressed={view === 'fields'} onClick={() => onChange('fields')}>
        Attributes
      </button>
      <button type="button" aria-pressed={view === 'json'} onClick={() => onChange('json')}>
        JSON
      </button>
    </div>
  )
}
