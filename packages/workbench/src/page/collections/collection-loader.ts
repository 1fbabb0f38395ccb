import type { AttributeMap } from '@monotable/protocol'
import { sendOrThrow } from '../api-client.ts'
import { messageOf } from '../message-of.ts'
import { Store } from '../store.ts'
import type { ReadRequest } from './read-request.ts'
import { RowStore } from './row-store.ts'

/** The progress of reading. */
export interface LoadState {
  readonly count: number
  readonly isLoading: boolean
  readonly isDone: boolean
  readonly failure?: string | undefined
  /** The read units so far. */
  readonly units: number
  /** The number of items read, whether shown or not. */
  readonly scanned: number
}

interface LoaderOptions {
  readonly connection: string
  readonly request: ReadRequest
  readonly partitionOf: (item: AttributeMap) => string
  /** Whether to show an item; if absent, all are shown. */
  readonly accepts?: ((item: AttributeMap) => boolean) | undefined
}

/** The first page is small, so that it shows quickly. */
const FIRST_PAGE_ITEMS = 120
/**
 * The most pages read without a break if hardly any item matches the filter: a Scan costs money, so the user decides
 * whether to continue.
 */
const PAGES_MAX = 20
const FEW_ROWS = 20
/** More rows than there can be: asks for all of them. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER
/** The most text kept; beyond this, a filter helps more than further rows. */
const TEXT_MAX = 600_000_000

/** Reads a table or index page by page, as far as the user looks. */
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

  /** Reads until there are this many rows, or no more. */
  async loadTo(rows: number): Promise<void> {
    this.#wanted = Math.max(this.#wanted, rows)
    if (this.state.value.isLoading || this.#isStopped) return
    this.#set({ isLoading: true, failure: undefined })
    try {
      let pages = 0
      while (this.rows.count < this.#wanted && !this.state.value.isDone && !this.#isStopped) {
        const { count, textLength } = this.rows
        if (textLength > TEXT_MAX)
          throw new Error('The page cannot hold more items. Use a filter to see others.')
        await this.#loadPage()
        pages = this.rows.count - count > FEW_ROWS ? 0 : pages + 1
        if (pages >= PAGES_MAX && this.#wanted < ALL_ROWS) break
      }
    } catch (error) {
      this.#set({ failure: messageOf(error) })
    }
    this.#set({ isLoading: false })
  }

  /** Stops reading after the page in flight. */
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
