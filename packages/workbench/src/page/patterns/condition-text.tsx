import type { TableModel } from '../../shared/api.ts'
import { slotStyle } from '../keys/colours.ts'

/** A key condition, with its values in the same colours as in keys. */
export function ConditionText({
  condition,
  model,
}: {
  readonly condition: string
  readonly model: TableModel
}) {
  return (
    <span class="condition key-text">
      {condition.split(/(\{[^}]*\})/).map((piece, place) => {
        const slot = /^\{([^}:]*)/.exec(piece)?.[1]
        return slot === undefined ? (
          <span key={String(place)} class="key-literal">
            {piece}
          </span>
        ) : (
          <span key={String(place)} class="key-value" style={slotStyle(model, slot)}>
            {piece}
          </span>
        )
      })}
    </span>
  )
}
