/** The columns of a space's table; `size` stands before `doc` so that it is found without reading a long one. */
const columns = `(
  partition TEXT NOT NULL,
  sort TEXT NOT NULL,
  size INTEGER NOT NULL,
  doc TEXT NOT NULL,
  PRIMARY KEY (partition, sort)
) WITHOUT ROWID`

/** The SQL that makes a space's table. */
export function createTableSql(id: number): string {
  return `CREATE TABLE ${tableName(id)} ${columns}`
}

/** Spaces are numbered, since SQL would take names that differ in case for the same. */
export function tableName(id: number): string {
  return `space_${id}`
}

/** The SQL that lists the numbers in those names. */
export const tableNumbersSql =
  "SELECT CAST(substr(name, 7) AS INTEGER) AS id FROM sqlite_schema WHERE name GLOB 'space_[0-9]*'"

/** The SQL that measures a partition of a space's table, of so many records at most. */
export function measureSql(table: string): string {
  const sizes = `SELECT size FROM ${table} WHERE partition = ? LIMIT ?`
  return `SELECT count(*) AS records, coalesce(sum(size), 0) AS sizeBytes FROM (${sizes})`
}

/** In place of how many at most. */
export const everything = -1
