import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'

/** @typedef {{ title: string, note: string, head: string[], rows: string[][] }} Table */

export function thousands(/** @type {number} */ value) {
  return Math.round(value).toLocaleString('en-US')
}

/** Three digits or so. */
export function decimals(/** @type {number} */ value) {
  if (!Number.isFinite(value)) return '–'
  return value >= 100 ? thousands(value) : value.toFixed(value >= 10 ? 1 : 2)
}

export function microseconds(/** @type {number} */ us) {
  return us >= 1_000 ? `${decimals(us / 1_000)} ms` : `${decimals(us)} µs`
}

/** A table in Markdown, its columns aligned, so that it reads well in a terminal too. */
export function markdownTable(/** @type {Table} */ { head, rows }) {
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

/** What the figures were measured on. */
export function machineText() {
  const model = cpus()[0]?.model.trim()
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores (${model ?? 'unknown'}), ${memoryGb} GB, ${platform()} ${process.arch}, Node ${process.versions.node}`
}

const resultsFile = join(import.meta.dirname, 'RESULTS.md')

/**
 * Puts the results of a run of some parts into the file. In a table that is there with the same columns, rows that begin
 * alike are replaced and others added; any other table is replaced as a whole, or added.
 * @param {readonly Table[]} tables
 * @param {string} command What made them.
 */
export function mergeResults(tables, command) {
  const [head = '', ...sections] = readFileSync(resultsFile, 'utf8').split(/^(?=## )/m)
  const made = `${new Date().toISOString().slice(0, 10)}, \`${command}\`.`
  for (const table of tables) {
    const at = sections.findIndex((section) => section.startsWith(`## ${table.title}\n`))
    const before = sections[at]
    const fresh = tableText(table)
    if (before !== undefined && columnsOf(before) === columnsOf(fresh)) {
      const rows = mergeRows(before, fresh)
      const others = rows.replaceAll(`\n\nSome of it: ${made}`, '').trimEnd()
      sections[at] = table.title === 'Goals' ? rows : `${others}\n\nSome of it: ${made}`
      continue
    }
    const text = tableText({ ...table, note: `${table.note} ${made}`.trim() })
    if (at < 0) sections.push(text)
    else sections[at] = text
  }
  const all = [head, ...sections].map((section) => section.trimEnd())
  writeFileSync(resultsFile, `${all.join('\n\n')}\n`)
}

/** The names of a table's columns. */
function columnsOf(/** @type {string} */ section) {
  return section
    .split('\n')
    .find((line) => line.startsWith('| '))
    ?.replaceAll(/\s+/g, ' ')
}

/**
 * A table with some of its rows replaced by those of another whose first two cells are the same, and the rest added.
 * @param {string} before
 * @param {string} after
 */
function mergeRows(before, after) {
  const nameOf = (/** @type {string} */ line) =>
    line
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim())
      .join('|')
  const rowsOf = (/** @type {string} */ text) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(2)
  const fresh = new Map(rowsOf(after).map((line) => [nameOf(line), line]))
  const known = rowsOf(before)
  const merged = known.map((line) => fresh.get(nameOf(line)) ?? line)
  const names = new Set(known.map(nameOf))
  const added = [...fresh].filter(([name]) => !names.has(name)).map(([, line]) => line)
  const [first, last] = [known[0] ?? '', known.at(-1) ?? '']
  const start = before.indexOf(first)
  return (
    before.slice(0, start) +
    [...merged, ...added].join('\n') +
    before.slice(before.indexOf(last) + last.length)
  )
}

/**
 * Writes the results of a whole run beside this file.
 * @param {readonly Table[]} tables
 * @param {number} loadBefore How many processes wanted to run before the run began.
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
