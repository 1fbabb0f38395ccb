import type { Append, Change, RecordValue } from '@monotable/engine'
import type { Job, Outcome } from './job.ts'
import { placeOf, type ReadPlaces } from './plan-commit.ts'

/** What the first jobs of a list want done, together. */
export interface Decided {
  /** One outcome for each job that was decided: the first ones, at least one. */
  readonly outcomes: readonly Outcome[]
  readonly changes: ReadonlyMap<string, Change>
  readonly appends: readonly Append[]
  /** What was read and must be unchanged at the commit. */
  readonly guarded: ReadPlaces
  /** Whether the answers may be given without a commit. */
  readonly isLook: boolean
}

/** Decides jobs, each on the changes of those before it. Stops after the job with which the writes reach `maxBytes`. */
export function decideJobs(jobs: readonly Job[], read: ReadPlaces, maxBytes: number): Decided {
  const draft = new DecisionDraft(read)
  for (const job of jobs) {
    draft.decide(job)
    if (draft.bytes >= maxBytes) break
  }
  return draft
}

class DecisionDraft implements Decided {
  readonly outcomes: Outcome[] = []
  readonly changes = new Map<string, Change>()
  readonly appends: Append[] = []
  readonly guarded: ReadPlaces = new Map()
  readonly #read: ReadPlaces
  #mustHold = false
  bytes = 0

  constructor(read: ReadPlaces) {
    this.#read = read
  }

  get isLook(): boolean {
    return !this.#mustHold && this.changes.size === 0 && this.appends.length === 0
  }

  decide({ places, queued, decide, mustHold }: Job): void {
    const values = places.map((place) => this.#valueAt(place))
    let isChanging = false
    try {
      const { changes, appends = [], answer } = decide(values)
      isChanging = changes.length > 0 || appends.length > 0
      for (const change of changes) this.#change(change)
      for (const append of appends) this.#append(append)
      this.outcomes.push({ answer })
    } catch (error) {
      this.outcomes.push({ error })
    }
    this.#mustHold ||= mustHold
    // A job that only looked at one record has seen it as it was at that moment.
    const isLook = queued.length <= 1 && !isChanging && !mustHold
    if (!isLook || places.some((place) => this.changes.has(place))) this.#guard(places)
  }

  #change(change: Change): void {
    this.changes.set(placeOf(change), change)
    this.bytes += change.value?.doc.length ?? 0
  }

  #append(append: Append): void {
    this.appends.push(append)
    this.bytes += append.value.doc.length
  }

  #guard(places: readonly string[]): void {
    for (const place of places) {
      const entry = this.#read.get(place)
      if (entry !== undefined) this.guarded.set(place, entry)
    }
  }

  #valueAt(place: string): RecordValue | undefined {
    const changed = this.changes.get(place)
    const value = changed === undefined ? this.#read.get(place)?.found : changed.value
    return value && { doc: value.doc, sizeBytes: value.sizeBytes }
  }
}
