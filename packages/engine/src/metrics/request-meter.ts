import type { Access, Hold } from '../capacity/usage.ts'
import { UsageMeter } from '../capacity/usage-meter.ts'
import type { StoredRecord } from '../storage/storage.ts'

/** Passes on the usage reports of one request, and adds them up. */
export class RequestMeter extends UsageMeter {
  readonly #meter: UsageMeter
  /** What the request has used so far. */
  units = 0

  constructor(meter: UsageMeter) {
    super(() => {
      throw new TypeError('the meter of a request has no control of its own')
    })
    this.#meter = meter
  }

  override get active(): boolean {
    return true
  }

  override get watches(): boolean {
    return this.#meter.watches
  }

  override watch(): void {
    this.#meter.watch()
  }

  override admit(access: Access, leastUnits: number): Hold {
    return this.#meter.admit(access, leastUnits)
  }

  override settle(hold: Hold, units: number): void {
    this.units += units
    this.#meter.settle(hold, units)
  }

  override settlePage(hold: Hold, units: number, records: readonly StoredRecord[]): void {
    this.units += units
    this.#meter.settlePage(hold, units, records)
  }

  override release(hold: Hold): void {
    this.#meter.release(hold)
  }
}
