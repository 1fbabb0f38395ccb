import type { ConnectionInfo } from '../../shared/api.ts'
import type { SnippetTarget } from '../../shared/snippets/snippet.ts'

/** Where the code should go: what is only in memory stands for the address that `monotable serve` has. */
export function targetOf({ kind, endpoint, profile, address, region }: ConnectionInfo): SnippetTarget {
  if (kind === 'aws') return { region, profile: profile ?? address }
  const known = endpoint ?? (/^https?:/.test(address) ? address : 'http://127.0.0.1:8000')
  return { region, endpoint: known }
}
