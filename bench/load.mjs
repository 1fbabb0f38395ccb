import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Latencies } from './latencies.mjs'
import { cpuUsOf } from './process-usage.mjs'

/**
 * What several slices of one load found together.
 * @typedef {object} Measure
 * @property {number} perSecond
 * @property {number} cpuUs The server's, an operation.
 * @property {number} p50Us
 * @property {number} p99Us
 * @property {number} p999Us
 * @property {number} maxUs
 * @property {number} longestGapMs
 */

/** Starts the process that sends load, and sums up what it finds. */
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
 * @param {readonly Awaited<ReturnType<Load['run']>>[]} slices
 * @returns {Measure}
 */
export function sumUp(slices) {
  const latencies = new Latencies()
  const sum = { count: 0, cpuUs: 0, elapsedMs: 0, maxUs: 0, longestGapMs: 0 }
  for (const slice of slices) {
    latencies.merge(new Latencies(slice.counts))
    sum.count += slice.count
    sum.cpuUs += slice.cpuUs
    sum.elapsedMs += slice.elapsedMs
    sum.maxUs = Math.max(sum.maxUs, slice.maxUs)
    sum.longestGapMs = Math.max(sum.longestGapMs, slice.longestGapMs)
  }
  return {
    perSecond: (sum.count / sum.elapsedMs) * 1_000,
    cpuUs: sum.cpuUs / sum.count,
    p50Us: latencies.percentileUs(0.5),
    p99Us: latencies.percentileUs(0.99),
    p999Us: latencies.percentileUs(0.999),
    maxUs: sum.maxUs,
    longestGapMs: sum.longestGapMs,
  }
}
