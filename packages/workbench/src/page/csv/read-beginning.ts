import { CsvParser, type CsvRow, guessDelimiter } from './csv-parser.ts'
import { readPieces } from './import-csv.ts'

/** The beginning of a file: enough to recognize its columns. */
export interface CsvBeginning {
  readonly delimiter: string
  readonly headers: readonly (string | undefined)[]
  readonly rows: readonly CsvRow[]
}

const ROWS = 200

/** Reads the first records of a file, and no more of it. */
export async function readBeginning(file: Blob, delimiter?: string): Promise<CsvBeginning> {
  let parser: CsvParser | undefined
  let used = delimiter ?? ','
  const rows: CsvRow[] = []
  for await (const { text, share } of readPieces(file)) {
    used = delimiter ?? (parser === undefined ? guessDelimiter(text) : used)
    parser ??= new CsvParser(used)
    rows.push(...parser.push(text))
    if (share === 1) rows.push(...parser.end())
    if (rows.length > ROWS) break
  }
  const [header, ...records] = rows
  if (header === undefined) throw new SyntaxError('The file is empty.')
  return { delimiter: used, headers: header.fields, rows: records.slice(0, ROWS) }
}
