import type { ConnectionInfo } from '../../shared/api.ts'
import type { SnippetTarget } from '../../shared/snippets/snippet.ts'

/**
 * Returns the database that copied code should use; an in-memory database is replaced by the default address of
 * `monotable serve`.
 */
export function targetOf({ kind, endpoint, profile, address, region }: ConnectionInfo): SnippetTarget {
  if (kind === 'aws') return { region, profile: profile ?? address }
  const known = endpoint ?? (/^https?:/.test(address) ? address : 'http://127.0.0.1:8000')
  return { region, endpoint: known }
}
