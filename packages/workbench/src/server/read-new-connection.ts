import type { NewConnection } from '../shared/api.ts'
import { invalid } from './api-error.ts'

/** Parses a request of the page to connect to a database. */
export function readNewConnection(body: { readonly [member: string]: unknown }): NewConnection {
  const { kind, endpoint, profile } = body
  const region = readRegion(body['region'])
  if (kind === 'endpoint') return { kind, endpoint: readEndpoint(endpoint), ...region }
  if (kind !== 'aws') throw invalid('"kind" must be endpoint or aws.')
  if (typeof profile !== 'string' || !/^[\w.@+ -]{1,128}$/.test(profile)) {
    throw invalid('"profile" must be the name of a profile.')
  }
  return { kind, profile, ...region }
}

function readEndpoint(text: unknown): string {
  const isUrl = typeof text === 'string' && text.length <= 2_000 && URL.canParse(text)
  const url = isUrl ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw invalid('"endpoint" must look like http://127.0.0.1:8000.')
  }
  return url.origin
}

function readRegion(text: unknown): { readonly region?: string } {
  if (text === undefined || text === '') return {}
  if (typeof text === 'string' && /^[a-z0-9-]{1,64}$/.test(text)) return { region: text }
  throw invalid('"region" must look like us-east-1.')
}
