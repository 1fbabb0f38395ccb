/*
 * A row that is longer than a quarter of a page does not fit into SQLite's index: the rest of it takes a page of its
 * own, which is found, freed and taken again whenever the row is written. So a long document is kept in a second table,
 * whose pages are filled with documents, and its row only refers to it.
 */

/** What `doc` begins with if it is a reference: then the document's number follows. No JSON text begins with it. */
export const referenceMark = '\x1f'

const markCode = referenceMark.charCodeAt(0)

/** Documents of more bytes are kept outside their rows. What a page's quarter has beyond them is for keys. */
export const longBytes = 1_800

/** Whether a document is kept outside its row. Refers to nothing outside itself, as `longDocsSql`. */
export function isLong(doc: string, longBytes: number): boolean {
  if (doc.length > longBytes) return true
  // A character takes up to three bytes. They are only counted where they decide.
  return doc.length * 3 > longBytes && Buffer.byteLength(doc) > longBytes
}

/** Whether a row's `doc` is a reference, if it is text at all. */
export function isReference(doc: unknown): boolean {
  return typeof doc === 'string' && doc.charCodeAt(0) === markCode
}

/** What SQL says about the long documents of a space. */
export interface LongDocsSql {
  /** Creates the table for them unless it is there: few spaces need one. It is dropped with the table of the space. */
  readonly create: string
  readonly drop: string
  /** The name of that table. */
  readonly table: string
  /** A row's reference; null if the row has its document itself. */
  readonly reference: string
  /** A row's document, wherever it is. Can be prepared only once there is the table. */
  readonly doc: string
}

/** Refers to nothing outside itself because its source text is passed to a worker. */
export function longDocsSql(space: number): LongDocsSql {
  const table = `docs_${space}`
  const isReference = `doc >= char(31) AND doc < ' '`
  return {
    create: `CREATE TABLE IF NOT EXISTS ${table} (id INTEGER PRIMARY KEY, doc TEXT NOT NULL)`,
    drop: `DROP TABLE IF EXISTS ${table}`,
    table,
    reference: `CASE WHEN ${isReference} THEN doc END`,
    doc: `CASE WHEN ${isReference}
      THEN (SELECT long.doc FROM ${table} AS long WHERE long.id = CAST(substr(space_${space}.doc, 2) AS INTEGER))
      ELSE doc END`,
  }
}
