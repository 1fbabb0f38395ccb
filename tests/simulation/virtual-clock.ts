import type { Clock } from '@monotable/engine'

/** Time that passes only when a test says so. */
export class VirtualClock implements Clock {
  #nowMs = Date.UTC(2026, 0, 1)

  now(): number {
    return this.#nowMs
  }

  advance(ms: number): void {
    this.#nowMs += ms
  }
}
