import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Latencies } from './latencies.mjs'
import { median } from './median.mjs'
import { cpuUsOf } from './process-usage.mjs'

/**
 * The combined result of several slices of one load.
 * @typedef {object} Measure
 * @property {number} perSecond
 * @property {number} cpuUs CPU time of the server per operation.
 * @property {number} p50Us
 * @property {number} p99Us
 * @property {number} p999Us
 * @property {number} maxUs
 * @property {number} longestGapMs
 * @property {number} loadShare Share of a core that the load itself used; near 1, the server could do more.
 */

/** Starts the process that generates load, and collects its results. */
export class Load {
  #child = fork(join(import.meta.dirname, 'load-generator.mjs'))

  stop() {
    this.#child.disconnect()
  }

  /**
   * @param {import('./load-generator.mjs').Order} order
   * @param {number} pid The server's process.
   */
  async run(order, pid) {
    const cpuBefore = cpuUsOf(pid)
    this.#child.send(order)
    const [slice] = /** @type {[import('./load-generator.mjs').Slice]} */ (await once(this.#child, 'message'))
    const cpuUs = cpuUsOf(pid) - cpuBefore
    if (slice.errors > 0) {
      throw new Error(`${order.operation}: ${slice.errors} answers were errors: ${slice.firstError}`)
    }
    return { ...slice, cpuUs }
  }
}

/**
 * Combines slices. Rates and CPU are medians, so that a slice in which the machine was busy with something else does
 * not count; latencies are those of all slices.
 * @param {readonly Awaited<ReturnType<Load['run']>>[]} slices
 * @returns {Measure}
 */
export function sumUp(slices) {
  const latencies = new Latencies()
  for (const slice of slices) latencies.merge(new Latencies(slice.counts))
  return {
    perSecond: median(slices.map(({ count, elapsedMs }) => (count / elapsedMs) * 1_000)),
    cpuUs: median(slices.map(({ count, cpuUs }) => cpuUs / count)),
    p50Us: latencies.percentileUs(0.5),
    p99Us: latencies.percentileUs(0.99),
    p999Us: latencies.percentileUs(0.999),
    maxUs: Math.max(...slices.map(({ maxUs }) => maxUs)),
    longestGapMs: Math.max(...slices.map(({ longestGapMs }) => longestGapMs)),
    loadShare: median(slices.map(({ ownCpuUs, elapsedMs }) => ownCpuUs / (elapsedMs * 1_000))),
  }
}
