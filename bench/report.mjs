import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'

/**
 * @typedef {object} Table
 * @property {string} title
 * @property {string} note
 * @property {string[]} head
 * @property {string[][]} rows
 * @property {number} [nameColumns] Number of columns that name the subject of a row; two by default.
 */

export function thousands(/** @type {number} */ value) {
  return Math.round(value).toLocaleString('en-US')
}

/** Formats a number with about three digits. */
export function decimals(/** @type {number} */ value) {
  if (!Number.isFinite(value)) return '–'
  return value >= 100 ? thousands(value) : value.toFixed(value >= 10 ? 1 : 2)
}

export function microseconds(/** @type {number} */ us) {
  return us >= 1_000 ? `${decimals(us / 1_000)} ms` : `${decimals(us)} µs`
}

/** Formats a table in Markdown with aligned columns, so that it also reads well in a terminal. */
export function markdownTable(/** @type {Pick<Table, 'head' | 'rows'>} */ { head, rows }) {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const isText = head.map((_, column) => rows.some((row) => /^[A-Za-z]/.test(row[column] ?? '')))
  const line = (/** @type {string[]} */ cells) => {
    const padded = cells.map((cell, column) =>
      isText[column] ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    return `| ${padded.join(' | ')} |`
  }
  const rule = widths.map((width, column) =>
    isText[column] ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

export function tableText(/** @type {Table} */ table) {
  const note = table.note === '' ? '' : `${table.note}\n\n`
  return `## ${table.title}\n\n${note}${markdownTable(table)}\n`
}

/** Describes the machine that was measured on. */
export function machineText() {
  const model = cpus()[0]?.model.trim()
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores (${model ?? 'unknown'}), ${memoryGb} GB, ${platform()} ${process.arch}, Node ${process.versions.node}`
}

const resultsFile = join(import.meta.dirname, 'RESULTS.md')

/**
 * Merges the results of a partial run into the file. In an existing table with the same columns, rows on the same
 * subject are replaced and others added; any other table is replaced as a whole, or added.
 * @param {readonly Table[]} tables
 * @param {string} command The command that produced them.
 */
export function mergeResults(tables, command) {
  const [head = '', ...sections] = readFileSync(resultsFile, 'utf8').split(/^(?=## )/m)
  const made = `${new Date().toISOString().slice(0, 10)}, \`${command}\`.`
  for (const table of tables) {
    const at = sections.findIndex((section) => section.startsWith(`## ${table.title}\n`))
    const before = sections[at]
    if (before !== undefined && cellsOf(before)[0]?.join('|') === table.head.join('|')) {
      const others = mergeRows(before, table).replaceAll(`\n\nSome of it: ${made}`, '').trimEnd()
      sections[at] = table.title === 'Goals' ? others : `${others}\n\nSome of it: ${made}`
      continue
    }
    const text = tableText({ ...table, note: `${table.note} ${made}`.trim() })
    if (at < 0) sections.push(text)
    else sections[at] = text
  }
  const all = [head, ...sections].map((section) => section.trimEnd())
  writeFileSync(resultsFile, `${all.join('\n\n')}\n`)
}

/** Returns the cells of the table in a section, beginning with its head. */
function cellsOf(/** @type {string} */ section) {
  const lines = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| --'))
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/**
 * Returns a section whose table has the rows of another on the same subject replaced, and the rest added.
 * @param {string} before
 * @param {Table} after
 */
function mergeRows(before, { rows, nameColumns = 2 }) {
  const nameOf = (/** @type {string[]} */ row) => row.slice(0, nameColumns).join('|')
  const [head = [], ...known] = cellsOf(before)
  const merged = new Map([...known, ...rows].map((row) => [nameOf(row), row]))
  const lines = before.split('\n')
  const first = lines.findIndex((line) => line.startsWith('|'))
  const last = lines.findLastIndex((line) => line.startsWith('|'))
  const table = markdownTable({ head, rows: [...merged.values()] })
  return [...lines.slice(0, first), table, ...lines.slice(last + 1)].join('\n')
}

/**
 * Writes the results of a complete run beside this file.
 * @param {readonly Table[]} tables
 * @param {number} loadBefore The load average before the run.
 */
export function writeResults(tables, loadBefore) {
  const text = `# Results

${new Date().toISOString().slice(0, 10)}; ${machineText()}; load average ${loadBefore.toFixed(1)} before; \`npm run bench\`.

Servers ran side by side and were measured in turn, in short slices; rates and CPU are those of the slice in the
middle. CPU is that of the server’s process alone; the load came from another process, over raw connections that are
kept alive. On a machine that also does other things, CPU and ratios say more than operations a second.

${tables.map(tableText).join('\n')}`
  writeFileSync(resultsFile, text)
}
