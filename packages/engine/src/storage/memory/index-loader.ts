import { planBytes, roomWordsOf, writeBytes } from './leaf-page.ts'
import { Page } from './page.ts'
import { headWords } from './page-layout.ts'
import type { PagePool } from './page-pool.ts'
import type { RecordBytes } from './record-bytes.ts'
import { SearchKey } from './search-key.ts'
import { addChild } from './tree-page.ts'

/** Used again for each record. */
const added = new SearchKey()

/**
 * Makes the pages of an index of records that come in their order: nothing has to be looked for, so that it takes a fraction
 * of setting them one by one.
 */
export class IndexLoader {
  readonly #pool: PagePool
  readonly #finish: (root: number) => void
  /** The last page of each level, the leaf first; the pages above do not know of it yet. */
  readonly #last: Page[] = []

  constructor(pool: PagePool, finish: (root: number) => void) {
    this.#pool = pool
    this.#finish = finish
  }

  /** Adds a record, whose place lies behind those of all before it. */
  add(record: RecordBytes): void {
    const key = added.readBytes(record)
    const plan = planBytes(record)
    const roomWords = roomWordsOf(plan)
    const leaf = this.#pageFor(0, headWords + key.allWords + roomWords)
    leaf.addKey(leaf.count, key, roomWords)
    writeBytes(leaf, leaf.count - 1, plan, record)
    leaf.grow(1, record.sizeBytes)
  }

  /** Gives the index what was added; called once, behind the last record. */
  finish(): void {
    for (let level = 0; level + 1 < this.#last.length; level++) this.#handUp(level)
    const root = this.#last.at(-1)
    if (root) this.#finish(root.number)
  }

  /** The last page of a level, or the next one if an entry of so many words does not fit into that. */
  #pageFor(level: number, words: number): Page {
    const last = this.#last[level]
    if (last?.hasRoom(1, words)) return last
    if (last) this.#handUp(level)
    const page = Page.create(this.#pool, level)
    this.#last[level] = page
    return page
  }

  /** Puts a page that is complete below the last one of the level above. */
  #handUp(level: number): void {
    const page = this.#last[level] as Page
    const above = this.#pageFor(level + 1, page.entryWordsWith(0, 0))
    addChild(above, above.count, page)
  }
}
