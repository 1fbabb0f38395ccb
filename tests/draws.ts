/**
 * How often chance is asked: so often, or `DRAWS` times as often. What every change is tried with finds what is plainly
 * wrong; to search for longer is for whoever has the time.
 */
export function draws(count: number): number {
  return Math.ceil(count * Number(process.env['DRAWS'] ?? 1))
}
