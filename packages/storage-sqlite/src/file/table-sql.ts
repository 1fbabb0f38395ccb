/** The columns of a space's table; `size` comes before `doc` so that it can be read without a long document. */
const columns = `(
  partition TEXT NOT NULL,
  sort TEXT NOT NULL,
  size INTEGER NOT NULL,
  doc TEXT NOT NULL,
  PRIMARY KEY (partition, sort)
) WITHOUT ROWID`

/** Returns the SQL that creates a space's table. */
export function createTableSql(id: number): string {
  return `CREATE TABLE ${tableName(id)} ${columns}`
}

/**
 * Returns the name of a space's table. Spaces are numbered because SQL treats names that differ only in case as equal.
 */
export function tableName(id: number): string {
  return `space_${id}`
}

/** Lists the numbers of all such tables. */
export const tableNumbersSql =
  "SELECT CAST(substr(name, 7) AS INTEGER) AS id FROM sqlite_schema WHERE name GLOB 'space_[0-9]*'"

/** Returns the SQL that measures one partition of a space's table, up to a number of records. */
export function measureSql(table: string): string {
  const sizes = `SELECT size FROM ${table} WHERE partition = ? LIMIT ?`
  return `SELECT count(*) AS records, coalesce(sum(size), 0) AS sizeBytes FROM (${sizes})`
}

/** The limit that stands for "no limit". */
export const everything = -1
