import type { AttributeValue } from '@monotable/protocol'
import type { ComponentType } from 'preact'

/** What edits any value: a map and a list hold values of every type, so they are given it. */
export type Editor = ComponentType<{
  readonly value: AttributeValue
  readonly label: string
  readonly depth: number
  readonly room: number
  readonly readOnly: boolean
  readonly onChange: (value: AttributeValue) => void
}>
