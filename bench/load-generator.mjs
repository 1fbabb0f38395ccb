// A process of its own, so that its CPU time does not count as the server's. Takes orders from its parent.
import { performance } from 'node:perf_hooks'
import { Latencies } from './latencies.mjs'
import { append, drawn, operations } from './operations.mjs'
import { RawConnection } from './raw-connection.mjs'
import { RequestPool } from './wire-request.mjs'

/**
 * `items` is the number of items to draw from, for operations on drawn items.
 * @typedef {{ port: number, operation: string, connections: number, durationMs: number, items?: number }} Order
 */

/**
 * The result of a slice of load.
 * @typedef {object} Slice
 * @property {number} count
 * @property {number} errors
 * @property {string} firstError
 * @property {number} elapsedMs
 * @property {number} longestGapMs The longest time without an answer.
 * @property {number} maxUs
 * @property {number} ownCpuUs CPU time of this process.
 * @property {number[]} counts Those of `Latencies`.
 */

/** @type {Map<string, RequestPool>} */
const pools = new Map()

const all = { ...operations, ...drawn, append }

function poolOf(/** @type {Order} */ { operation, items }) {
  const name = `${operation} ${items}`
  const pool = pools.get(name) ?? new RequestPool(all[operation], items)
  pools.set(name, pool)
  return pool
}

/**
 * Keeps a number of connections busy, each with one request at a time.
 * @param {Order} order
 * @returns {Promise<Slice>}
 */
function run(order) {
  const { port, connections, durationMs } = order
  const pool = poolOf(order)
  const latencies = new Latencies()
  const slice = { count: 0, errors: 0, firstError: '', longestGapMs: 0 }
  const cpuBefore = process.cpuUsage()
  const startMs = performance.now()
  let lastMs = startMs
  let open = connections
  return new Promise((resolve) => {
    const finish = () => {
      const { user, system } = process.cpuUsage(cpuBefore)
      const { maxUs, counts } = latencies
      resolve({ ...slice, elapsedMs: lastMs - startMs, ownCpuUs: user + system, maxUs, counts })
    }
    for (let number = 0; number < connections; number++) {
      let sentMs = performance.now()
      const connection = new RawConnection(port, (status, start) => {
        const nowMs = performance.now()
        slice.longestGapMs = Math.max(slice.longestGapMs, nowMs - lastMs)
        lastMs = nowMs
        if (status === 200) {
          slice.count++
          latencies.add((nowMs - sentMs) * 1_000)
        } else {
          slice.errors++
          slice.firstError ||= `${status} ${start}`
        }
        if (status > 0 && nowMs - startMs < durationMs) {
          sentMs = nowMs
          connection.send(pool.next())
          return
        }
        connection.close()
        if (--open === 0) finish()
      })
      connection.send(pool.next())
    }
  })
}

process.on('message', async (message) => {
  process.send?.(await run(/** @type {Order} */ (message)))
})
