import type { AttributeValue } from '@monotable/protocol'
import type { ComponentType } from 'preact'

/** A component that edits any value. Map and list editors get it as a prop, since they contain values of every type. */
export type Editor = ComponentType<{
  readonly value: AttributeValue
  readonly label: string
  readonly depth: number
  readonly room: number
  readonly readOnly: boolean
  readonly onChange: (value: AttributeValue) => void
}>
