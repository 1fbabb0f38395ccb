import { requireOptions } from './require-options.ts'

/** A length of time. */
export interface Duration {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
}

/** Returns a duration in milliseconds. */
export function durationMs(duration: Duration): number {
  requireOptions('A length of time', duration, 'days hours minutes seconds')
  const { days = 0, hours = 0, minutes = 0, seconds = 0 } = duration
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

/** Converts a duration from now to a Date; any other value is returned as it is. */
export function toDate(value: unknown, now: number): unknown {
  const isDuration = typeof value === 'object' && value !== null && !(value instanceof Date)
  return isDuration ? new Date(now + durationMs(value)) : value
}
