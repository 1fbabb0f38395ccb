import type { AttributeValue } from '@monotable/protocol'
import type { ValueNode } from '../expressions/syntax-tree.ts'

/** A value in a statement, by its position among all of them. */
export interface SlotNode extends ValueNode {
  readonly slot: number
  /** The message for a parameter that is not a set where one is needed. */
  readonly notASet?: string
}

/** Where a value comes from: the statement itself, or a parameter by position. */
export type Slot = { readonly literal: AttributeValue } | { readonly parameter: number }

/** Collects the values of a statement. */
export class ValueSlots {
  readonly slots: Slot[] = []

  addLiteral(literal: AttributeValue): SlotNode {
    return this.#add({ literal })
  }

  addParameter(parameter: number): SlotNode {
    return this.#add({ parameter })
  }

  #add(slot: Slot): SlotNode {
    this.slots.push(slot)
    return { kind: 'value', placeholder: '?', slot: this.slots.length - 1 }
  }
}

/** Returns the values of a statement in one request, with the parameters of the request. */
export function fillSlots(
  slots: readonly Slot[],
  parameters: readonly AttributeValue[],
): readonly AttributeValue[] {
  return slots.map((slot) =>
    'literal' in slot ? slot.literal : (parameters[slot.parameter] as AttributeValue),
  )
}
