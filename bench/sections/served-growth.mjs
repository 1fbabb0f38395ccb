import { setTimeout as delay } from 'node:timers/promises'
import { call } from '../call.mjs'
import { createTable, putItems } from '../create-data.mjs'
import { freshMark, keyedItem, partitionMark, partitionSize, sortMark, tableName } from '../items.mjs'
import { Load } from '../load.mjs'
import { median } from '../median.mjs'
import { drawn } from '../operations.mjs'
import { cpuUsOf } from '../process-usage.mjs'
import { decimals, thousands } from '../report.mjs'
import { startServer } from '../start-server.mjs'

/** @typedef {{ operation: string, subject: string, items: number, perSecond: number, cpuUs: number }} ServedFigure */
/** @typedef {import('../start-server.mjs').Running & { items: number }} FilledServer */

/**
 * Measures operations on randomly drawn items as a table grows: over HTTP, at 32 connections. Servers with few and with
 * many items run at the same time and take turns.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureServedGrowth({ options, subjects, say }) {
  const levels = options.quick ? [1_000, 50_000] : [10_000, 1_000_000]
  const plan = options.quick
    ? { rounds: 3, sliceMs: 250, warmUpMs: 300 }
    : { rounds: 5, sliceMs: 1_000, warmUpMs: 3_000 }
  const load = new Load()
  /** @type {ServedFigure[]} */
  const figures = []
  try {
    for (const subject of subjects.filter(({ isPeer }) => !isPeer)) {
      /** @type {FilledServer[]} */
      const servers = []
      try {
        for (const items of levels) {
          say(`  ${subject.name}, ${thousands(items)} items`)
          servers.push({ ...(await startServer(subject)), items })
          await fill(/** @type {FilledServer} */ (servers.at(-1)))
        }
        for (const operation of Object.keys(drawn)) {
          say(`  ${subject.name}, ${drawn[operation].title}`)
          if (operation === 'drawn-query') for (const { port, items } of servers) await queryAll(port, items)
          figures.push(...(await measureOne({ servers, load, operation, plan })))
        }
      } finally {
        for (const server of servers) await server.stop()
      }
    }
  } finally {
    load.stop()
  }
  return { figures, tables: [tableOf(figures, levels)] }
}

async function fill(/** @type {FilledServer} */ { port, items }) {
  await createTable(port, tableName)
  await putItems(port, tableName, items, keyedItem)
  for (const [name, { target, input, isRight }] of Object.entries(drawn)) {
    let text = JSON.stringify(input(0))
    for (const mark of [partitionMark, sortMark, freshMark])
      text = text.replaceAll(mark, '0'.repeat(mark.length))
    const answer = await call(port, target, JSON.parse(text))
    if (!isRight(answer)) throw new Error(`${name} is answered with ${JSON.stringify(answer).slice(0, 500)}`)
  }
}

/** Queries each partition once, so that no partition is cold during the measurement. */
async function queryAll(/** @type {number} */ port, /** @type {number} */ items) {
  for (let number = 0; number < items; number += partitionSize) {
    const ExpressionAttributeValues = { ':pk': keyedItem(number).pk }
    const KeyConditionExpression = 'pk = :pk'
    await call(port, 'Query', { TableName: tableName, KeyConditionExpression, ExpressionAttributeValues })
  }
}

/**
 * @param {{ servers: FilledServer[], load: Load, operation: string, plan: { rounds: number, sliceMs: number, warmUpMs: number } }} job
 * @returns {Promise<ServedFigure[]>}
 */
async function measureOne({ servers, load, operation, plan }) {
  const found = servers.map((server) => ({
    server,
    rates: /** @type {number[]} */ ([]),
    costs: /** @type {number[]} */ ([]),
  }))
  const send = async (
    /** @type {FilledServer} */ { port, pid, items, subject },
    /** @type {number} */ durationMs,
  ) => {
    const cpuBefore = cpuUsOf(pid)
    const { count, elapsedMs } = await load.run({ operation, port, items, connections: 32, durationMs }, pid)
    // A durable store goes on writing for more than two seconds, which has to be included.
    if (subject.durable && drawn[operation].kind === 'write') await atRest(pid)
    return { perSecond: (count / elapsedMs) * 1_000, cpuUs: (cpuUsOf(pid) - cpuBefore) / count }
  }
  for (const server of servers) await send(server, plan.warmUpMs)
  for (let round = 0; round < plan.rounds; round++) {
    for (const { server, rates, costs } of found) {
      const { perSecond, cpuUs } = await send(server, plan.sliceMs)
      rates.push(perSecond)
      costs.push(cpuUs)
    }
  }
  return found.map(({ server: { subject, items }, rates, costs }) => ({
    operation,
    subject: subject.name,
    items,
    perSecond: median(rates),
    cpuUs: median(costs),
  }))
}

async function atRest(/** @type {number} */ pid) {
  await delay(2_200)
  for (let isBusy = true; isBusy; ) {
    const before = cpuUsOf(pid)
    await delay(200)
    isBusy = cpuUsOf(pid) - before > 10_000
  }
}

/**
 * @param {readonly ServedFigure[]} figures
 * @param {readonly number[]} levels
 */
function tableOf(figures, levels) {
  const firsts = figures.filter(({ items }) => items === levels[0])
  return {
    title: 'As a table grows, over HTTP',
    note: 'Items of 300 bytes, drawn at random, 32 connections; CPU µs an operation, with all that is written later. A Query is of 100 items; each was asked for before.',
    head: [
      'Operation',
      'Server',
      ...levels.flatMap((items) => [`op/s, ${thousands(items)}`, 'CPU µs/op']),
      'CPU ×',
    ],
    rows: firsts.map(({ operation, subject, cpuUs }) => {
      const levelsOf = figures.filter(
        (figure) => figure.operation === operation && figure.subject === subject,
      )
      const last = levelsOf.at(-1)?.cpuUs ?? Number.NaN
      return [
        drawn[operation].title,
        subject,
        ...levelsOf.flatMap((figure) => [thousands(figure.perSecond), decimals(figure.cpuUs)]),
        decimals(last / cpuUs),
      ]
    }),
  }
}
