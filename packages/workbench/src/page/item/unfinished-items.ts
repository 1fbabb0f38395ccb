import { type AttributeMap, valuesEqual } from '@monotable/protocol'

/** Where a new item was begun, and with what. */
interface Place {
  readonly connection: string
  readonly table: string
  readonly beginning: AttributeMap
}

/** New items that were neither staged nor cleared. They last as long as the page, like staged ones. */
const unfinished = new Map<string, AttributeMap>()

/**
 * Returns what was typed into a form that was closed. Esc, a click on a row and the tab of another screen close it, and
 * a user who does that by accident, or to look something up, continues later.
 */
export function findUnfinished(place: Place): AttributeMap | undefined {
  return unfinished.get(textOf(place))
}

/** Keeps what was typed, unless that is nothing. */
export function keepUnfinished(place: Place, draft: AttributeMap): void {
  if (valuesEqual({ M: draft }, { M: place.beginning })) unfinished.delete(textOf(place))
  else unfinished.set(textOf(place), draft)
}

function textOf({ connection, table, beginning }: Place): string {
  return JSON.stringify([connection, table, beginning])
}
