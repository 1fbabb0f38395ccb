/** Returns the style of a badge: scans stand out, queries and gets look right. */
export function badgeClass(badge: string): string {
  if (badge === 'SCAN') return 'warn'
  if (badge === 'QUERY' || badge === 'GET' || badge === 'SEARCH') return 'good'
  return 'accent'
}
