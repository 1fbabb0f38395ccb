import { canRedraw } from '../messages/can-redraw.ts'

/** The progress of a transfer. */
export interface Progress {
  readonly items: number
  readonly bytes?: number | undefined
  /** The approximate total number of items, if known. */
  readonly total?: number | undefined
  /** Additional text to show. */
  readonly note?: string | undefined
}

/** The output that shows progress. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  write(text: string): unknown
}

const redrawMs = 200
const lineEveryMs = 5_000
const barWidth = 24

/** Shows progress: a bar on a terminal, and an occasional line elsewhere. */
export class ProgressBar {
  readonly #output: ProgressOutput
  readonly #label: string
  readonly #now: () => number
  readonly #startMs: number
  #shownMs = Number.NEGATIVE_INFINITY
  /** Progress of an earlier run that this one resumes; the rate shown is that of this run alone. */
  #before: Progress | undefined

  constructor(label: string, output: ProgressOutput, now: () => number = () => performance.now()) {
    this.#label = label
    this.#output = output
    this.#now = now
    this.#startMs = now()
  }

  update(progress: Progress): void {
    this.#before ??= progress
    const now = this.#now()
    const redraws = canRedraw(this.#output)
    if (now - this.#shownMs < (redraws ? redrawMs : lineEveryMs)) return
    this.#shownMs = now
    if (redraws) this.#draw(this.#bar(progress))
    else this.#output.write(`${this.#text(progress)}\n`)
  }

  /** Clears the bar, so that other text can be written. */
  clear(): void {
    if (canRedraw(this.#output)) this.#output.write('\r\u001b[K')
  }

  /** Prints the summary. */
  end(progress: Progress): void {
    this.clear()
    const seconds = (this.#now() - this.#startMs) / 1000
    const { items } = progress
    this.#output.write(
      `${this.#label}: ${itemsText(items)}${amount(progress)}, in ${duration(seconds)}${this.#rateText(progress)}\n`,
    )
  }

  #draw(text: string): void {
    const { columns = 80 } = this.#output
    this.#output.write(`\r\u001b[K${text.slice(0, columns - 1)}`)
  }

  #bar(progress: Progress): string {
    const { items, total } = progress
    const part = total ? Math.min(1, items / total) : undefined
    if (part === undefined) return this.#text(progress)
    const filled = Math.round(part * barWidth)
    const [done, left] = isPlain() ? ['#', '-'] : ['█', '░']
    const bar = `${done.repeat(filled)}${left.repeat(barWidth - filled)}`
    return `${bar} ${String(Math.floor(part * 100)).padStart(3)} % ${this.#text(progress)}`
  }

  #text(progress: Progress): string {
    const { items, total } = progress
    const known = total && Math.max(total, items)
    const done = known ? `${count(items)} of about ${itemsText(known)}` : itemsText(items)
    return `${this.#label}: ${done}${amount(progress)}${this.#rateText(progress)}${this.#rest(progress)}`
  }

  #rate({ items }: Progress): number {
    const seconds = (this.#now() - this.#startMs) / 1000
    return seconds > 0 ? (items - (this.#before?.items ?? 0)) / seconds : 0
  }

  #rateText(progress: Progress): string {
    const rate = this.#rate(progress)
    return rate >= 1 ? `, ${count(Math.round(rate))} a second` : ''
  }

  #rest(progress: Progress): string {
    const rate = this.#rate(progress)
    const { items, total = 0 } = progress
    if (rate < 1 || total <= items) return ''
    return `, ${duration((total - items) / rate)} left`
  }
}

/** Whether the locale permits only ASCII. */
function isPlain(): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = process.env
  return /^(?:C|POSIX)$/.test(LC_ALL || LC_CTYPE || LANG || '')
}

function amount({ bytes, note }: Progress): string {
  return `${bytes === undefined ? '' : `, ${size(bytes)}`}${note === undefined ? '' : `, ${note}`}`
}

function itemsText(items: number): string {
  return `${count(items)} ${items === 1 ? 'item' : 'items'}`
}

function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return `${kilobytes.toFixed(1)} KB`
  const megabytes = kilobytes / 1024
  return megabytes < 1024 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(2)} GB`
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds * 10) / 10} s`
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
