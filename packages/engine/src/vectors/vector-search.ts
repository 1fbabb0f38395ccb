import type { TableVectorIndex } from '../tables/table.ts'
import { longReads } from '../util/long-work.ts'
import { type Distance, prepareDistance } from './distance.ts'
import { Nearest } from './nearest.ts'
import type { VectorBucket } from './vector-bucket.ts'

/** What to search for. */
export interface VectorQuery {
  readonly vector: Float64Array
  readonly limit: number
  /** For each filter attribute of the index, the text that entries must have, if any. */
  readonly filters: readonly (string | undefined)[]
}

/** After this many elements, others get a turn: about 4 ms. */
const ELEMENTS_AT_ONCE = 4_000_000

/** Searches buckets for the nearest entries, and returns their sort bytes. */
export class VectorSearch {
  readonly nearest: Nearest<string>
  readonly #distance: Distance
  readonly #index: TableVectorIndex
  readonly #query: VectorQuery
  #elements = 0

  constructor(index: TableVectorIndex, query: VectorQuery) {
    this.#index = index
    this.#query = query
    this.#distance = prepareDistance(index.distance, query.vector)
    this.nearest = new Nearest(query.limit, this.#distance.isSimilarity)
  }

  /** Searches a bucket; gives others a turn now and then. */
  async scan(bucket: VectorBucket): Promise<void> {
    const { dimensions } = this.#index
    const step = Math.max(1, Math.floor(ELEMENTS_AT_ONCE / dimensions))
    for (let from = 0; from < bucket.count; from += step) {
      const to = Math.min(bucket.count, from + step)
      this.#scanPart(bucket, from, to)
      this.#elements += (to - from) * dimensions
      if (this.#elements < ELEMENTS_AT_ONCE) continue
      this.#elements = 0
      await longReads.turn()
    }
  }

  #scanPart({ vectors, squares, sorts, filters }: VectorBucket, from: number, to: number): void {
    const { dimensions } = this.#index
    const wanted = this.#wantedFilters(filters)
    for (let i = from; i < to; i++) {
      if (wanted.length > 0 && !wanted.every(({ column, text }) => column[i] === text)) continue
      const score = this.#distance.score(vectors, i * dimensions, squares[i] as number)
      if (!this.nearest.mayTake(score)) continue
      const sort = sorts[i] as string
      this.nearest.add({ found: sort, tie: sort, score })
    }
  }

  #wantedFilters(columns: VectorBucket['filters']) {
    return this.#query.filters.flatMap((text, at) => {
      const column = columns[at]
      return text === undefined || column === undefined ? [] : [{ column, text }]
    })
  }
}
