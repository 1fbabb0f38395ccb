/**
 * Returns how many random cases to run: `count`, times `DRAWS` if it is set. The default is enough to find obvious
 * faults with every change; longer searches are for those who have the time.
 */
export function draws(count: number): number {
  return Math.ceil(count * Number(process.env['DRAWS'] ?? 1))
}
