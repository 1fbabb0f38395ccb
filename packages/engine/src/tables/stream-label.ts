/** Returns the label of a stream that is enabled at a given time; it is also the end of its ARN. */
export function streamLabel(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, -1)
}

/** Returns the time in a stream's label. */
export function labelTime(label: string): number {
  return Date.parse(`${label}Z`)
}
