/** A record of a CSV file. */
export interface CsvRow {
  /** The line that it begins in, from 1. */
  readonly line: number
  /** What is empty and not quoted is not there. */
  readonly fields: readonly (string | undefined)[]
  /** Why it cannot be read. */
  readonly problem?: string
}

/** An item is at most 400 KB; a quote that is never closed would take in the rest of the file. */
const ROW_MAX = 4_000_000

/**
 * Reads CSV (RFC 4180) as it comes, in pieces of any size. Lines may end with any line break, and lines with nothing in
 * them are left out. A quote in the middle of a field stands for itself.
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

  /** The records that are complete with this piece. */
  push(text: string): readonly CsvRow[] {
    for (const character of chunksOf(text, this.#delimiter)) this.#take(character)
    return this.#taken()
  }

  /** The last record, where no line break ends it. */
  end(): readonly CsvRow[] {
    if (this.#state === 'quoted') this.#problem = 'a quote is opened in it and never closed'
    if (this.#state !== 'begin' || this.#fields.length > 0) this.#endRow()
    return this.#taken()
  }

  #taken(): readonly CsvRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  /** One character that means something, or a run of those that do not. */
  #take(part: string): void {
    this.#rowLength += part.length
    if (this.#rowLength > ROW_MAX) {
      throw new SyntaxError(
        `What begins in line ${this.#rowLine} is too long for an item. Is a quote not closed?`,
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
    if (this.#state === 'closed') this.#problem ??= 'something stands after a closing quote'
    else this.#state = 'plain'
    this.#field += part
  }

  #quote(): void {
    if (this.#state === 'begin') this.#state = 'quoted'
    else {
      this.#field += '"'
      // Two quotes within quotes are one, and the text goes on.
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

/** The delimiter of a file, by its first line: what stands in it most often, outside of quotes. */
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
