import { MalformedFile } from './read-lines.ts'

/** No cell is longer than an item. */
const cellMaxLength = 1024 * 1024

/**
 * Reads comma-separated values piece by piece:
 *
 *     File : Row ( "\r"? "\n" Row )*
 *     Row  : Cell ( DELIMITER Cell )*
 *     Cell : PLAIN* | '"' ( ANY | '""' )* '"'
 *
 * Rows without any text are left out.
 */
export class CsvReader {
  readonly #delimiter: string
  #row: string[] = []
  #cell = ''
  /** Inside quotes; behind a quote that may be the first of two; or neither. */
  #state: 'plain' | 'quoted' | 'closing' = 'plain'

  constructor(delimiter = ',') {
    this.#delimiter = delimiter
  }

  /** The rows that a further piece of the text completes. */
  push(text: string): string[][] {
    const rows: string[][] = []
    for (const character of text) {
      if (this.#state === 'quoted') this.#readQuoted(character)
      else if (this.#state === 'closing' && character === '"') {
        this.#cell += '"'
        this.#state = 'quoted'
      } else this.#readPlain(character, rows)
      if (this.#cell.length > cellMaxLength) throw new MalformedFile('a cell is too long to be an attribute')
    }
    return rows
  }

  /** The last row, when no line break ends it. */
  end(): string[][] {
    if (this.#state === 'quoted') throw new MalformedFile('a quoted cell has no end')
    const rows: string[][] = []
    this.#endRow(rows)
    return rows
  }

  #readQuoted(character: string): void {
    if (character === '"') this.#state = 'closing'
    else this.#cell += character
  }

  #readPlain(character: string, rows: string[][]): void {
    if (character === this.#delimiter) this.#endCell()
    else if (character === '\n') this.#endRow(rows)
    else if (character === '\r') return
    else if (this.#state === 'closing') throw new MalformedFile('text behind the quote that ends a cell')
    else if (character === '"' && this.#cell === '') this.#state = 'quoted'
    else this.#cell += character
  }

  #endCell(): void {
    this.#row.push(this.#cell)
    this.#cell = ''
    this.#state = 'plain'
  }

  #endRow(rows: string[][]): void {
    const isQuoted = this.#state === 'closing'
    this.#endCell()
    const row = this.#row
    this.#row = []
    if (row.length > 1 || row[0] !== '' || isQuoted) rows.push(row)
  }
}

/** One row of comma-separated values; a cell is quoted where it has to be. */
export function formatCsvRow(cells: readonly string[], delimiter = ','): string {
  return cells.map((cell) => formatCell(cell, delimiter)).join(delimiter)
}

function formatCell(cell: string, delimiter: string): string {
  const isPlain = cell !== '' && !/["\r\n]/.test(cell) && !cell.includes(delimiter)
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`
}
