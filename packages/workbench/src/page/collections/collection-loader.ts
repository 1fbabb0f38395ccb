import type { AttributeMap } from '@monotable/protocol'
import { sendOrThrow } from '../api-client.ts'
import { messageOf } from '../message-of.ts'
import { Store } from '../store.ts'
import type { ReadRequest } from './read-request.ts'
import { RowStore } from './row-store.ts'

/** How far reading has come. */
export interface LoadState {
  readonly count: number
  readonly isLoading: boolean
  readonly isDone: boolean
  readonly failure?: string | undefined
  /** Read units so far. */
  readonly units: number
  /** Items that were read, shown or not. */
  readonly scanned: number
}

interface LoaderOptions {
  readonly connection: string
  readonly request: ReadRequest
  readonly partitionOf: (item: AttributeMap) => string
  /** Items that are shown; all of them without it. */
  readonly accepts?: ((item: AttributeMap) => boolean) | undefined
}

/** The first page is small, so that something is seen at once. */
const FIRST_PAGE_ITEMS = 120
/** Pages that are read in one go where almost nothing fits a filter: a Scan costs money, so a person decides. */
const PAGES_MAX = 20
const FEW_ROWS = 20
/** More rows than there are: what is wanted is all of them. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER
/** Text that is kept at most: beyond it, a filter helps more than more rows. */
const TEXT_MAX = 600_000_000

/** Reads a table or index page by page, as far as it is looked at. */
export class CollectionLoader {
  readonly rows: RowStore
  readonly state = new Store<LoadState>({ count: 0, isLoading: false, isDone: false, units: 0, scanned: 0 })
  readonly #options: LoaderOptions
  #cursor: unknown
  #wanted = 0
  #isStopped = false

  constructor(options: LoaderOptions) {
    this.#options = options
    this.rows = new RowStore(options.partitionOf)
  }

  /** Reads on until there are so many rows, or no more. */
  async loadTo(rows: number): Promise<void> {
    this.#wanted = Math.max(this.#wanted, rows)
    if (this.state.value.isLoading || this.#isStopped) return
    this.#set({ isLoading: true, failure: undefined })
    try {
      let pages = 0
      while (this.rows.count < this.#wanted && !this.state.value.isDone && !this.#isStopped) {
        const { count, textLength } = this.rows
        if (textLength > TEXT_MAX)
          throw new Error('These are as many as a page can hold. Filter them to see others.')
        await this.#loadPage()
        pages = this.rows.count - count > FEW_ROWS ? 0 : pages + 1
        if (pages >= PAGES_MAX && this.#wanted < ALL_ROWS) break
      }
    } catch (error) {
      this.#set({ failure: messageOf(error) })
    }
    this.#set({ isLoading: false })
  }

  /** Reads no further than the page that is on its way. */
  pause(): void {
    this.#wanted = 0
  }

  stop(): void {
    this.#isStopped = true
  }

  async #loadPage(): Promise<void> {
    const { connection, request, accepts } = this.#options
    const output = await sendOrThrow(connection, request.operation, {
      ...request.input,
      ReturnConsumedCapacity: 'TOTAL',
      ...(this.#cursor === undefined ? { Limit: FIRST_PAGE_ITEMS } : { ExclusiveStartKey: this.#cursor }),
    })
    if (this.#isStopped) return
    const items = (output['Items'] ?? []) as AttributeMap[]
    this.rows.append(accepts === undefined ? items : items.filter(accepts))
    this.#cursor = output['LastEvaluatedKey']
    const { units, scanned } = this.state.value
    const consumed = output['ConsumedCapacity'] as { CapacityUnits?: number } | undefined
    this.#set({
      count: this.rows.count,
      isDone: this.#cursor === undefined,
      units: units + (consumed?.CapacityUnits ?? 0),
      scanned: scanned + Number(output['ScannedCount'] ?? items.length),
    })
  }

  #set(change: Partial<LoadState>): void {
    this.state.update((state) => ({ ...state, ...change }))
  }
}
