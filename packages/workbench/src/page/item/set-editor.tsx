import type { AttributeValue } from '@monotable/protocol'
import { useState } from 'preact/hooks'
import { valuePreview } from '../collections/value-preview.ts'
import { Icon } from '../frame/icons.tsx'
import { Pages, type PagesState, usePages } from '../frame/pages.tsx'
import { Fold, hasRoom } from './container-editor.tsx'
import { TextField } from './text-field.tsx'
import { validateBase64, validateNumber, validateString } from './validate-text.ts'

interface SetEditorProps {
  readonly value: AttributeValue
  readonly type: 'SS' | 'NS' | 'BS'
  readonly label: string
  readonly room: number
  readonly readOnly: boolean
  readonly onChange: (value: AttributeValue) => void
}

const validators = { SS: validateString, NS: validateNumber, BS: validateBase64 }

/** A set; it starts closed if there is no room for its members when it is first drawn. */
export function SetEditor(props: SetEditorProps) {
  const { value, label, room } = props
  const pages = usePages(membersOf(value).length)
  const [folds] = useState(!hasRoom(room, pages))
  const [isOpen, setIsOpen] = useState(!folds)
  return (
    <>
      {folds ? (
        <Fold
          isOpen={isOpen}
          label={label}
          summary={valuePreview(value).text}
          onToggle={() => setIsOpen(!isOpen)}
        />
      ) : null}
      {isOpen ? <Members {...props} pages={pages} /> : null}
    </>
  )
}

/** The members of a set. Edits keep it a valid set: members are unique, and the last one cannot be removed. */
function Members({
  value,
  type,
  label,
  readOnly,
  onChange,
  pages,
}: SetEditorProps & { readonly pages: PagesState }) {
  const members = membersOf(value)
  const change = (next: readonly string[]) => onChange(setOf(type, next))
  const shown = members.slice(pages.from, pages.to).map((member, at) => ({ member, place: pages.from + at }))
  const validateMember = (place: number) => (text: string) => {
    const checked = validators[type](text)
    if ('problem' in checked) return checked
    const isTwice = members.some((member, other) => other !== place && member === checked.text)
    return isTwice ? { problem: 'It is already in the set.' } : checked
  }
  return (
    <ul class="set-members">
      <Pages pages={pages} label={label} />
      {shown.map(({ member, place }) => (
        <li key={place}>
          <TextField
            text={member}
            label={`${label}, member ${place + 1}`}
            readOnly={readOnly}
            isLong={type === 'SS'}
            validate={validateMember(place)}
            onCommit={(text) => change(members.map((known, other) => (other === place ? text : known)))}
          />
          {readOnly || members.length === 1 ? null : (
            <button
              type="button"
              class="button quiet icon-only small"
              aria-label={`Remove ${member} from ${label}`}
              onClick={() => change(members.filter((_, other) => other !== place))}
            >
              <Icon name="close" size={12} />
            </button>
          )}
        </li>
      ))}
      {readOnly ? null : (
        <li>
          <button
            type="button"
            class="button quiet add"
            onClick={() => {
              pages.goTo(members.length)
              change([...members, freeMember(type, members)])
            }}
          >
            <Icon name="plus" size={12} /> member
          </button>
        </li>
      )}
    </ul>
  )
}

function membersOf(value: AttributeValue): readonly string[] {
  if ('SS' in value) return value.SS
  if ('NS' in value) return value.NS
  return 'BS' in value ? value.BS : []
}

function setOf(type: SetEditorProps['type'], members: readonly string[]): AttributeValue {
  return type === 'SS' ? { SS: members } : type === 'NS' ? { NS: members } : { BS: members }
}

/** Returns an initial value for a new member; it is unique in the set. */
export function freeMember(type: SetEditorProps['type'], members: readonly string[]): string {
  let number = members.length
  while (members.includes(memberText(type, number))) number++
  return memberText(type, number)
}

function memberText(type: SetEditorProps['type'], number: number): string {
  if (type === 'SS') return `member ${number + 1}`
  return type === 'NS' ? String(number) : btoa(String(number))
}
