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
 * Puts the results of a run of some parts into the file: a table of the same title is replaced, another is added, and of
 * the goals those rows that were measured.
 * @param {readonly Table[]} tables
 * @param {string} command What made them.
 */
export function mergeResults(tables, command) {
  const [head = '', ...sections] = readFileSync(resultsFile, 'utf8').split(/^(?=## )/m)
  for (const table of tables) {
    const at = sections.findIndex((section) => section.startsWith(`## ${table.title}\n`))
    if (table.title === 'Goals' && at >= 0) {
      sections[at] = mergeRows(sections[at] ?? '', tableText(table))
      continue
    }
    const made = `${new Date().toISOString().slice(0, 10)}, \`${command}\`.`
    const text = `${tableText({ ...table, note: `${table.note} ${made}`.trim() })}\n`
    if (at < 0) sections.push(text)
    else sections[at] = text
  }
  writeFileSync(
    resultsFile,
    `${[head.trimEnd(), ...sections.map((section) => section.trimEnd())].join('\n\n')}\n`,
  )
}

/**
 * A table with some of its rows replaced by those of another with the same first cell, and the rest of those added.
 * @param {string} before
 * @param {string} after
 */
function mergeRows(before, after) {
  const nameOf = (/** @type {string} */ line) => line.split('|')[1]?.trim() ?? ''
  const isRow = (/** @type {string} */ line) =>
    line.startsWith('| ') && nameOf(line) !== 'Goal' && !/^-+$/.test(nameOf(line))
  const fresh = new Map(
    after
      .split('\n')
      .filter(isRow)
      .map((line) => [nameOf(line), line]),
  )
  const lines = before
    .trimEnd()
    .split('\n')
    .map((line) => {
      const found = isRow(line) ? fresh.get(nameOf(line)) : undefined
      if (found !== undefined) fresh.delete(nameOf(line))
      return found ?? line
    })
  return [...lines, ...fresh.values()].join('\n')
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
