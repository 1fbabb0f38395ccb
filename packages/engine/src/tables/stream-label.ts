/** The label of a stream that is turned on at a time, which is also the end of its ARN. */
export function streamLabel(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, -1)
}

/** The time that a stream's label tells. */
export function labelTime(label: string): number {
  return Date.parse(`${label}Z`)
}
