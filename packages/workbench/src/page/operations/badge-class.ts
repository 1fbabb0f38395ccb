/** How a badge looks: scans stand out, queries and gets are as they should be. */
export function badgeClass(badge: string): string {
  if (badge === 'SCAN') return 'warn'
  if (badge === 'QUERY' || badge === 'GET' || badge === 'SEARCH') return 'good'
  return 'accent'
}
