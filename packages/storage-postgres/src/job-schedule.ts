import { Fifo } from './fifo.ts'
import type { Job } from './job.ts'

/** Jobs that run together. */
export interface Batch {
  readonly jobs: readonly Job[]
}

interface Place {
  readonly name: string
  readonly queue: Fifo<Entry>
  holder: BatchDraft | undefined
}

interface Entry {
  readonly job: Job
  readonly places: readonly Place[]
  /** At how many of its places the job is first in the queue and no other batch is at work. */
  turns: number
  isTaken: boolean
}

class BatchDraft implements Batch {
  readonly jobs: Job[] = []
  readonly places = new Set<Place>()
}

/**
 * Decides which jobs can run now. Jobs that share a place run in the order of asking: in one batch, or one batch after
 * the other. Each place has a queue, so nobody is overtaken forever, and the cost of a job does not depend on how many
 * are waiting.
 */
export class JobSchedule {
  readonly #places = new Map<string, Place>()
  readonly #ready = new Fifo<Entry>()
  readonly #waiting = new Set<Entry>()

  get waitingCount(): number {
    return this.#waiting.size
  }

  add(job: Job): void {
    const entry: Entry = {
      job,
      places: job.queued.map((name) => this.#placeOf(name)),
      turns: 0,
      isTaken: false,
    }
    this.#waiting.add(entry)
    for (const place of entry.places) {
      place.queue.push(entry)
      if (place.queue.head === entry && place.holder === undefined) entry.turns += 1
    }
    this.#offer(entry)
  }

  /** Takes up to `maxJobs` jobs that can run now; their places are reserved until `finish`. */
  take(maxJobs: number): Batch {
    const batch = new BatchDraft()
    while (batch.jobs.length < maxJobs) {
      const entry = this.#ready.shift()
      if (entry === undefined) break
      if (!entry.isTaken && entry.turns === entry.places.length) this.#take(entry, batch)
    }
    // The next job at each of these places could have joined this batch; now it has to wait.
    for (const { queue } of batch.places) if (queue.head) queue.head.turns -= 1
    return batch
  }

  finish(batch: Batch): void {
    for (const place of (batch as BatchDraft).places) {
      place.holder = undefined
      this.#giveTurn(place)
      if (place.queue.length === 0) this.#places.delete(place.name)
    }
  }

  /** Takes all waiting jobs, so that they can be refused. */
  takeAll(): readonly Job[] {
    const jobs = [...this.#waiting].map(({ job }) => job)
    this.#waiting.clear()
    for (const [name, place] of this.#places) {
      while (place.queue.length > 0) (place.queue.shift() as Entry).isTaken = true
      if (place.holder === undefined) this.#places.delete(name)
    }
    while (this.#ready.length > 0) (this.#ready.shift() as Entry).isTaken = true
    return jobs
  }

  #take(entry: Entry, batch: BatchDraft): void {
    entry.isTaken = true
    this.#waiting.delete(entry)
    batch.jobs.push(entry.job)
    for (const place of entry.places) {
      place.queue.shift()
      place.holder = batch
      batch.places.add(place)
      this.#giveTurn(place)
    }
  }

  #giveTurn({ queue }: Place): void {
    const { head } = queue
    if (head === undefined) return
    head.turns += 1
    this.#offer(head)
  }

  #offer(entry: Entry): void {
    if (entry.turns === entry.places.length) this.#ready.push(entry)
  }

  #placeOf(name: string): Place {
    const known = this.#places.get(name)
    if (known !== undefined) return known
    const place: Place = { name, queue: new Fifo(), holder: undefined }
    this.#places.set(name, place)
    return place
  }
}
