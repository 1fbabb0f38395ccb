import { type AttributeMap, getOwn, valuesEqual } from '@monotable/protocol'
import { Icon } from '../frame/icons.tsx'
import { Pages, usePages } from '../frame/pages.tsx'
import { AttributeLine } from './attribute-line.tsx'
import { roomOfEach } from './container-editor.tsx'
import { withAttribute, withoutAttribute } from './edit-map.ts'
import { useLines } from './use-lines.ts'
import { ValueEditor } from './value-editor.tsx'

interface ItemEditorProps {
  readonly item: AttributeMap
  /** The item as it was read, for showing what has changed. */
  readonly base: AttributeMap | undefined
  readonly keyNames: readonly string[]
  readonly readOnly: boolean
  /** Whether the key can be edited too, as in a new item only. */
  readonly isNew?: boolean
  readonly onChange: (item: AttributeMap) => void
}

/** The number of lines of maps and lists initially drawn on a level: a whole item may have a hundred thousand. */
const FIRST_LINES = 500

/** All attributes of an item, with their types. */
export function ItemEditor({ item, base, keyNames, readOnly, isNew = false, onChange }: ItemEditorProps) {
  const attributes = Object.entries(item).filter(([name]) => isNew || !keyNames.includes(name))
  const pages = usePages(attributes.length)
  const values = attributes.map(([, value]) => value)
  const room = roomOfEach(FIRST_LINES, values, pages)
  const lines = useLines(item, onChange)
  return (
    <div class="item-editor">
      <Pages pages={pages} label="the item" />
      {attributes.slice(pages.from, pages.to).map(([name, value]) => {
        const isKey = keyNames.includes(name)
        const before = base === undefined ? undefined : getOwn(base, name)
        const isChanged = base !== undefined && (before === undefined || !valuesEqual(before, value))
        return (
          <AttributeLine
            key={lines.keyOf(name)}
            name={name}
            label={name}
            value={value}
            depth={0}
            room={room}
            readOnly={readOnly}
            mark={isKey ? 'key' : isChanged ? 'changed' : undefined}
            Editor={ValueEditor}
            onChange={(next) => onChange(withAttribute(item, name, next))}
            {...(isKey
              ? { isTypeFixed: true }
              : {
                  isAdded: lines.isAdded(name),
                  onRename: (renamed: string) => lines.rename(name, renamed),
                  onRemove: () => onChange(withoutAttribute(item, name)),
                })}
          />
        )
      })}
      {readOnly ? null : (
        <button
          type="button"
          class="button quiet add"
          onClick={() => {
            pages.goTo(attributes.length)
            lines.add()
          }}
        >
          <Icon name="plus" size={12} /> attribute
        </button>
      )}
    </div>
  )
}
