import type { AttributeMap } from '@monotable/protocol'
import { Store } from '../store.ts'
import { wireJson } from './wire-json.ts'

/** A text that is not yet the JSON of an item, why not, and the JSON that was there before. */
interface UnfinishedJson {
  readonly before: string
  readonly typed: string
  readonly problem: string
}

/** Texts that were typed and are not valid, by item. They last as long as the page, like staged edits. */
export const unfinishedJson = new Store<ReadonlyMap<string, UnfinishedJson>>(new Map())

/** Names an item among those that may be half typed. */
export function placeOfJson(connection: string, table: string, key: AttributeMap, isNew = false): string {
  return JSON.stringify([connection, table, key, isNew])
}

/** Returns what was typed over an item: over another version of it, it would undo what has changed since. */
export function findUnfinishedJson(place: string, item: AttributeMap): UnfinishedJson | undefined {
  const found = unfinishedJson.value.get(place)
  return found !== undefined && found.before === wireJson(item) ? found : undefined
}

/** Keeps what was typed; without a text, forgets it. */
export function keepUnfinishedJson(place: string, unfinished: UnfinishedJson | undefined): void {
  if (unfinished === undefined && !unfinishedJson.value.has(place)) return
  unfinishedJson.update((all) => {
    const kept = new Map(all)
    if (unfinished === undefined) kept.delete(place)
    else kept.set(place, unfinished)
    return kept
  })
}
