import { setTimeout as delay } from 'node:timers/promises'
import { createTable, putItems } from '../create-data.mjs'
import { smallItem, tableName } from '../items.mjs'
import { residentMbOf } from '../process-usage.mjs'
import { decimals, thousands } from '../report.mjs'
import { startServer } from '../start-server.mjs'

/**
 * Measures the resident memory of each server: after the start, and with many items.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureMemory({ options, subjects, say }) {
  const items = options.quick ? 10_000 : 100_000
  const figures = []
  for (const subject of subjects) {
    say(`  ${subject.name}, ${thousands(items)} items`)
    const server = await startServer(subject)
    try {
      await delay(500)
      const idleMb = residentMbOf(server.pid)
      await createTable(server.port, tableName)
      await putItems(server.port, tableName, items, smallItem)
      await delay(1_000)
      figures.push({ subject: subject.name, items, idleMb, filledMb: residentMbOf(server.pid) })
    } finally {
      await server.stop()
    }
  }
  const table = {
    title: 'Resident memory',
    note: 'Items of 300 bytes, written over HTTP; garbage that has not been collected yet is counted.',
    nameColumns: 1,
    head: ['Server', 'idle MB', `with ${thousands(items)} items MB`],
    rows: figures.map(({ subject, idleMb, filledMb }) => [subject, decimals(idleMb), decimals(filledMb)]),
  }
  return { figures, tables: [table] }
}
