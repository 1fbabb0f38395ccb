/** A record of a CSV file. */
export interface CsvRow {
  /** The line that it begins in, from 1. */
  readonly line: number
  /** Empty unquoted fields are `undefined`. */
  readonly fields: readonly (string | undefined)[]
  /** Why it cannot be read. */
  readonly problem?: string
}

/** An item has at most 400 KB; without this limit, an unclosed quote would take in the rest of the file. */
const ROW_MAX = 4_000_000

/**
 * Parses CSV (RFC 4180) incrementally, in pieces of any size. Any kind of line break ends a line, and empty lines are
 * skipped. A quote in the middle of a field is taken literally.
 */
export class CsvParser {
  readonly #delimiter: string
  #rows: CsvRow[] = []
  #fields: (string | undefined)[] = []
  #field = ''
  #state: 'begin' | 'plain' | 'quoted' | 'closed' = 'begin'
  #wasReturn = false
  #line = 1
  #rowLine = 1
  #rowLength = 0
  #problem: string | undefined

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** Parses a piece of text; returns the records that it completes. */
  push(text: string): readonly CsvRow[] {
    for (const character of chunksOf(text, this.#delimiter)) this.#take(character)
    return this.#taken()
  }

  /** Returns the last record, if no line break ended it. */
  end(): readonly CsvRow[] {
    if (this.#state === 'quoted') this.#problem = 'a quote is never closed'
    if (this.#state !== 'begin' || this.#fields.length > 0) this.#endRow()
    return this.#taken()
  }

  #taken(): readonly CsvRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  /** Handles a special character, or a run of ordinary ones. */
  #take(part: string): void {
    this.#rowLength += part.length
    if (this.#rowLength > ROW_MAX) {
      throw new SyntaxError(
        `The record that begins in line ${this.#rowLine} is too long for an item. Is a closing quote missing?`,
      )
    }
    const isSecond = this.#wasReturn && part === '\n'
    this.#wasReturn = part === '\r'
    if (this.#state === 'quoted') {
      if (part === '"') this.#state = 'closed'
      else this.#field += part
      if ((part === '\n' && !isSecond) || part === '\r') this.#line += 1
      return
    }
    if (isSecond) this.#rowLength = 0
    else if (part === '\n' || part === '\r') this.#endLine()
    else if (part === this.#delimiter) this.#endField()
    else if (part === '"') this.#quote()
    else this.#run(part)
  }

  #run(part: string): void {
    if (this.#state === 'closed') this.#problem ??= 'there is text after a closing quote'
    else this.#state = 'plain'
    this.#field += part
  }

  #quote(): void {
    if (this.#state === 'begin') this.#state = 'quoted'
    else {
      this.#field += '"'
      // Two quotes inside a quoted field stand for one, and the field continues.
      if (this.#state === 'closed') this.#state = 'quoted'
    }
  }

  #endField(): void {
    this.#fields.push(this.#state === 'begin' ? undefined : this.#field)
    this.#field = ''
    this.#state = 'begin'
  }

  #endLine(): void {
    if (this.#state === 'begin' && this.#fields.length === 0) this.#rowLength = 0
    else this.#endRow()
    this.#line += 1
    this.#rowLine = this.#line
  }

  #endRow(): void {
    this.#endField()
    const problem = this.#problem
    this.#rows.push({ line: this.#rowLine, fields: this.#fields, ...(problem !== undefined && { problem }) })
    this.#fields = []
    this.#problem = undefined
    this.#rowLength = 0
  }
}

/** Guesses the delimiter of a file: the one that occurs most often in its first line, outside quotes. */
export function guessDelimiter(beginning: string): string {
  const [line = ''] = beginning.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    count: line.split(delimiter).length,
  }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).delimiter
}

function chunksOf(text: string, delimiter: string): readonly string[] {
  const special = delimiter === '|' ? '\\|' : delimiter
  return text.match(new RegExp(`["\\r\\n${special}]|[^"\\r\\n${special}]+`, 'g')) ?? []
}
