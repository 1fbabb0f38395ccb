import { MalformedFile } from './read-lines.ts'

/** No cell is longer than an item. */
const cellMaxLength = 1024 * 1024

/** An item of 400 KB has fewer attributes than bytes, and not much more text. */
const rowMaxCells = 400 * 1024
const rowMaxLength = 16 * 1024 * 1024

/**
 * Reads comma-separated values piece by piece; a "\r" that does not end a line is text:
 *
 *     File : Row ( "\r"* "\n" Row )* "\r"*
 *     Row  : Cell ( DELIMITER Cell )*
 *     Cell : PLAIN* | '"' ( ANY | '""' )* '"'
 *
 * Rows without any text are left out.
 */
export class CsvReader {
  readonly #delimiter: string
  /** Text without special meaning, or one character that may have one. */
  readonly #pieces: RegExp
  #row: string[] = []
  #rowLength = 0
  #cell = ''
  /** Inside quotes; after a quote that may be the first of two; or neither. */
  #state: 'plain' | 'quoted' | 'closing' = 'plain'
  /** Carriage returns that may be the beginning of a line break. */
  #returns = ''
  #line = 1
  /** The line where the cell begins. */
  #cellLine = 1

  constructor(delimiter = ',') {
    this.#delimiter = delimiter
    this.#pieces = new RegExp(`[^"\\r\\n\\${delimiter}]+|[^]`, 'g')
  }

  /** Returns the rows completed by another piece of the text. */
  push(text: string): string[][] {
    const rows: string[][] = []
    for (const piece of text.match(this.#pieces) ?? []) {
      if (this.#state === 'quoted') this.#readQuoted(piece)
      else if (this.#state === 'closing' && piece === '"' && this.#returns === '') {
        this.#cell += '"'
        this.#state = 'quoted'
      } else this.#readPlain(piece, rows)
      if (this.#cell.length + this.#returns.length > cellMaxLength)
        throw this.#malformed('a cell is too long to be an attribute')
      if (piece === '\n') this.#line++
    }
    return rows
  }

  /** Returns the last row, if no line break ended it. */
  end(): string[][] {
    if (this.#state === 'quoted') throw this.#malformed('a quoted cell has no end')
    const rows: string[][] = []
    this.#endRow(rows)
    return rows
  }

  /**
   * Returns the error for a cell, with the line where it begins: a cell without an end swallows everything after
   * it.
   */
  #malformed(what: string): MalformedFile {
    return new MalformedFile(`line ${this.#state === 'plain' ? this.#line : this.#cellLine}: ${what}`)
  }

  #readQuoted(piece: string): void {
    if (piece === '"') this.#state = 'closing'
    else this.#cell += piece
  }

  #readPlain(piece: string, rows: string[][]): void {
    if (piece !== '\r' && piece !== '\n' && this.#returns !== '') this.#keepReturns()
    if (piece === this.#delimiter) this.#endCell()
    else if (piece === '\n') this.#endRow(rows)
    else if (piece === '\r') this.#returns += piece
    else if (this.#state === 'closing') throw this.#malformed('text behind the quote that ends a cell')
    else if (piece === '"' && this.#cell === '') {
      this.#state = 'quoted'
      this.#cellLine = this.#line
    } else this.#cell += piece
  }

  /** Keeps pending carriage returns as text: they did not end a line. */
  #keepReturns(): void {
    if (this.#state === 'closing') throw this.#malformed('text behind the quote that ends a cell')
    this.#cell += this.#returns
    this.#returns = ''
  }

  #endCell(): void {
    this.#rowLength += this.#cell.length
    if (this.#row.length >= rowMaxCells || this.#rowLength > rowMaxLength) {
      throw this.#malformed('a row is too long to be an item')
    }
    this.#row.push(this.#cell)
    this.#cell = ''
    this.#state = 'plain'
  }

  #endRow(rows: string[][]): void {
    const isQuoted = this.#state === 'closing'
    this.#endCell()
    const row = this.#row
    this.#row = []
    this.#rowLength = 0
    this.#returns = ''
    if (row.length > 1 || row[0] !== '' || isQuoted) rows.push(row)
  }
}

/** Formats one row of comma-separated values; cells are quoted where necessary. */
export function formatCsvRow(cells: readonly string[], delimiter = ','): string {
  return cells.map((cell) => formatCell(cell, delimiter)).join(delimiter)
}

function formatCell(cell: string, delimiter: string): string {
  const isPlain = cell !== '' && !/["\r\n]/.test(cell) && !cell.includes(delimiter)
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`
}
