import type { KeyModel } from '../../shared/api.ts'
import { charactersIn, KEY_CHARACTER_PX } from '../keys/key-characters.ts'
import { PART_SEPARATOR, partitionText, sortText } from '../keys/key-value.ts'
import type { RowStore } from './row-store.ts'

/** How the width of the collections is divided. */
export interface KeyColumns {
  readonly pkPx: number
  readonly skPx: number
  readonly rowPx: number
  /** The number of characters of the sort key for which there is room. */
  readonly keyCharacters: number
  /** The width that is left for attributes. */
  readonly roomPx: number
  /** Whether the attributes are below the sort key instead of beside it. */
  readonly isStacked: boolean
}

/** The number of characters of the longest keys. */
export interface LongestKeys {
  readonly pk: number
  readonly sk: number
}

interface ColumnsOptions {
  readonly hasSort: boolean
  readonly longest: LongestKeys
}

/** The padding of the partition key's column; the gap between the columns of keys and that of attributes. */
const PK_EDGES_PX = 26
const GAP_PX = 20
/** What is between the partition key and the sort key, and at the end of a row. */
const ROW_EDGES_PX = 40
const STACKED_BELOW_PX = 480
const PK_MIN_PX = 112
/** Above the sort key is the name of the entity, which has to be readable even if the key is short. */
const SK_MIN_PX = 148
const ENTITY_PX = 120

/**
 * Divides the width: keys get what the longest of them needs, as long as there is enough left for attributes. Where
 * there is not, as on a phone, the attributes are below the sort key.
 */
export function keyColumns(widthPx: number, { hasSort, longest }: ColumnsOptions): KeyColumns {
  const wantedPk = Math.max(PK_MIN_PX, Math.ceil(longest.pk * KEY_CHARACTER_PX) + PK_EDGES_PX)
  const wantedSk = Math.max(SK_MIN_PX, Math.ceil(longest.sk * KEY_CHARACTER_PX) + GAP_PX)
  if (widthPx < STACKED_BELOW_PX) {
    const pkPx = Math.min(wantedPk, Math.round(widthPx * 0.38))
    const roomPx = widthPx - pkPx - ROW_EDGES_PX + 8
    return {
      pkPx,
      skPx: roomPx + GAP_PX,
      rowPx: 80,
      roomPx,
      isStacked: true,
      keyCharacters: charactersIn(roomPx),
    }
  }
  const keysPx = Math.round((widthPx - ROW_EDGES_PX) * (widthPx < 620 ? 0.6 : 0.48))
  const { pkPx, skPx } = hasSort
    ? shareWidth(keysPx, wantedPk, wantedSk)
    : { pkPx: Math.min(wantedPk, keysPx - ENTITY_PX), skPx: ENTITY_PX }
  const roomPx = widthPx - pkPx - skPx - ROW_EDGES_PX
  return { pkPx, skPx, rowPx: 46, roomPx, isStacked: false, keyCharacters: charactersIn(skPx - GAP_PX) }
}

/**
 * Shares a width between the two keys. If both want more than there is, the sort key gets the larger part: it is on a
 * single line, while the partition key may take two.
 */
function shareWidth(keysPx: number, wantedPk: number, wantedSk: number) {
  const leastPk = Math.min(wantedPk, Math.round(keysPx * 0.46))
  const skPx = Math.min(wantedSk, keysPx - leastPk)
  return { pkPx: Math.min(wantedPk, keysPx - skPx), skPx }
}

/** The rows that are measured: those of the first page. */
const MEASURED_ROWS = 120

/** Measures the keys of the first rows and their names, which head the columns. */
export function longestKeys(rows: RowStore, key: KeyModel): LongestKeys {
  let pk = namesOf(key.pk)
  let sk = namesOf(key.sk)
  for (let row = 0; row < Math.min(rows.count, MEASURED_ROWS); row++) {
    const item = rows.itemAt(row)
    if (item === undefined) break
    pk = Math.max(pk, partitionText(item, key).length)
    sk = Math.max(sk, sortText(item, key).length)
  }
  return { pk, sk }
}

function namesOf(attributes: KeyModel['pk']): number {
  return attributes.map(({ name }) => name).join(PART_SEPARATOR).length
}
