import type { AttributeMap } from '@monotable/protocol'
import { PAGE_MAX_BYTES, parseItem } from '@monotable/protocol'
import type { Condition } from '../../expressions/compile-condition.ts'
import type { Projection } from '../../expressions/compile-projection.ts'
import type { RecordValue } from '../../storage/storage.ts'
import { isLongText, type NamesAttributes, readAttributes } from '../../tables/item-text.ts'
import { JsonText } from '../../util/json-text.ts'
import { LongWork, longReads } from '../../util/long-work.ts'

/** Which of the items that were read are in the answer, and what of them. */
export interface Choice {
  readonly filter: Condition | undefined
  readonly projection: Projection | undefined
  readonly countOnly: boolean
}

/** What the answer has of an item: its text if it was not looked into. */
export type ChosenItem = JsonText | AttributeMap

/**
 * Returns what the answer contains of the items that were read, which add up to `sizeBytes` or less: at once, or, if
 * there is much to look through, with turns for others in between.
 */
export function chooseItems(
  items: readonly RecordValue[],
  sizeBytes: number,
  choice: Choice,
): ChosenItem[] | Promise<ChosenItem[]> {
  const isQuick =
    !looksInside(choice) || stepsOf(choice, items.length, sizeBytes) + wideSteps(items) <= STEPS_AT_ONCE
  return isQuick ? chooseAtOnce(items, choice) : chooseLong(items, choice)
}

/** Returns whether a page takes long, whatever its items are. */
export function mayTakeLong(choice: Choice): boolean {
  return looksInside(choice) && stepsOf(choice, 0, PAGE_MAX_BYTES) > STEPS_AT_ONCE
}

/**
 * After this many comparisons, other requests get a turn: that takes a few milliseconds. Parsing an item costs as
 * much as a few of them.
 */
const STEPS_AT_ONCE = 200_000
const STEPS_OF_PARSING = 10
/**
 * For a large item, each additional run of this many bytes costs as much again, for parsing it and comparing its
 * contents.
 */
const BYTES_A_STEP = 256
/**
 * V8 keeps a map of more than a thousand names as a dictionary: parsing it takes up to this many steps per
 * character. A text shorter than this length contains none.
 */
const WIDE_FROM_NAMES = 1_000
const WIDE_FROM_LENGTH = 16 * 1024
const STEPS_A_CHARACTER = 5

/** Pages that only their items show to be slow. They have been read already, so they do not wait for room. */
const widePages = new LongWork(64)

/**
 * Estimates the comparisons that it takes to look through items. A page with a simple filter should be processed at
 * once: if it gave others a turn, they would read pages of their own, and all of these would be in memory together.
 */
function stepsOf({ filter, projection }: Choice, items: number, sizeBytes: number): number {
  const steps = STEPS_OF_PARSING + (filter?.steps ?? 0) + (projection?.paths.length ?? 0)
  return steps * (items + sizeBytes / BYTES_A_STEP)
}

/** Returns the steps to add for items that may be wide. */
function wideSteps(items: readonly RecordValue[]): number {
  let steps = 0
  for (const item of items) steps += wideStepsOf(item)
  return steps
}

function wideStepsOf({ doc }: RecordValue): number {
  return isWide(doc) ? doc.length * STEPS_A_CHARACTER : 0
}

/**
 * Returns whether an item has very many names, possibly spread over several maps. Most large items are large
 * because of long texts.
 */
function isWide(doc: string): boolean {
  if (doc.length < WIDE_FROM_LENGTH) return false
  let at = -1
  for (let names = 0; names < WIDE_FROM_NAMES; names++) {
    at = doc.indexOf('":{', at + 1)
    if (at < 0) return false
  }
  return true
}

/** Returns whether items are parsed rather than just copied into the answer. */
function looksInside({ filter, projection, countOnly }: Choice): boolean {
  return filter !== undefined || (projection !== undefined && !countOnly)
}

function chooseAtOnce(records: readonly RecordValue[], choice: Choice): ChosenItem[] {
  const chosen: ChosenItem[] = []
  const isCopied = !looksInside(choice)
  for (const record of records) {
    if (isCopied) chosen.push(new JsonText(record.doc))
    else chooseItem(record, choice, chosen)
  }
  return chosen
}

/**
 * Same as `chooseAtOnce`, but gives others a turn in between; or at once if many pages do so already, because what
 * they have read stays in memory.
 */
async function chooseLong(records: readonly RecordValue[], choice: Choice): Promise<ChosenItem[]> {
  if (mayTakeLong(choice)) return chooseByTurns(records, choice)
  return widePages.hasRoom
    ? widePages.do(() => chooseByTurns(records, choice))
    : chooseAtOnce(records, choice)
}

async function chooseByTurns(records: readonly RecordValue[], choice: Choice): Promise<ChosenItem[]> {
  const chosen: ChosenItem[] = []
  // The first piece waits as well: pages of many requests may arrive from the store at once.
  let steps = STEPS_AT_ONCE
  for (const record of records) {
    const more = stepsOf(choice, 1, record.sizeBytes) + wideStepsOf(record)
    if (steps + more > STEPS_AT_ONCE) {
      await longReads.turn()
      steps = 0
    }
    chooseItem(record, choice, chosen)
    steps += more
  }
  return chosen
}

function chooseItem(record: RecordValue, { filter, projection }: Choice, chosen: ChosenItem[]): void {
  const item = isLongText(record.doc)
    ? readAttributes(record.doc, joinNames(filter, projection))
    : parseItem(record.doc)
  if (filter !== undefined && !filter.test(item)) return
  chosen.push(projection === undefined ? new JsonText(record.doc) : projection.project(item))
}

function joinNames(
  filter: NamesAttributes | undefined,
  projection: NamesAttributes | undefined,
): NamesAttributes {
  const attributeNames = new Set(filter?.attributeNames)
  for (const name of projection?.attributeNames ?? []) attributeNames.add(name)
  return { attributeNames }
}
