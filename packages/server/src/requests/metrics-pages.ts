import { createHash, timingSafeEqual } from 'node:crypto'
import type { Heat, HeatOptions, Insights, InsightsOptions, RequestRecord } from '@monotable/engine'
import { PROMETHEUS_TYPE } from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'
import { type Answer, unknownOperationPage } from '../messages/answer.ts'
import type { ReceivedRequest } from '../messages/server-request.ts'
import { isOwnName } from './own-name.ts'

/** What a database may report about itself. */
export interface ReportsMetrics {
  metrics?(): Promise<string>
  requests?(): readonly RequestRecord[]
  heat?(table: string, options: HeatOptions): Promise<Heat>
  insights?(table: string, options: InsightsOptions): Promise<Insights>
}

/** Who may read `/metrics`, `/requests` and `/heat`. */
export interface MetricsRules {
  /** Whether the pages exist at all. */
  readonly isOn: boolean
  /** What must be sent as `Authorization: Bearer …`; without it, the address by which the page is requested decides. */
  readonly token: string | undefined
  /** Whether requests must be signed: then these pages require a token, or do not exist. */
  readonly isGuarded: boolean
}

/** Returns the server's own metrics, in the same format. */
export type OwnMetrics = () => string

/**
 * Answers the monitoring pages: `GET /metrics` for Prometheus, and in JSON `GET /requests` with the latest requests and
 * `GET /heat?table=…` with how busy a table's partitions and keys are. Any other path is unknown.
 */
export async function answerMetrics(
  db: ReportsMetrics,
  request: ReceivedRequest,
  { rules, own }: { readonly rules: MetricsRules; readonly own: OwnMetrics },
): Promise<Answer> {
  const [path = '', query = ''] = request.path.split('?', 2)
  const isKnown = path === '/metrics' || path === '/requests' || path === '/heat'
  if (!isKnown || request.method !== 'GET' || !rules.isOn) return unknownOperationPage
  // Nobody could get in anyway, so the pages do not exist.
  if (rules.isGuarded && rules.token === undefined) return unknownOperationPage
  const refusal = refuse(request, rules)
  if (refusal !== undefined) return refusal
  if (path === '/metrics') return metricsPage(db, own)
  if (path === '/heat') return heatPage(db, new URLSearchParams(query))
  if (db.requests === undefined) return unknownOperationPage
  return { status: 200, contentType: 'application/json', body: JSON.stringify(db.requests()) }
}

async function metricsPage(db: ReportsMetrics, own: OwnMetrics): Promise<Answer> {
  if (db.metrics === undefined) return unknownOperationPage
  return { status: 200, contentType: PROMETHEUS_TYPE, body: (await db.metrics()) + own() }
}

/** The minute that has just begun says little, so the one before it is included. */
const heatMinutes = 2

async function heatPage(db: ReportsMetrics, query: URLSearchParams): Promise<Answer> {
  if (db.heat === undefined || db.insights === undefined) return unknownOperationPage
  const table = query.get('table')
  if (table === null) {
    return { status: 400, contentType: 'text/plain', body: 'Name a table, as in /heat?table=Music\n' }
  }
  const [index, region] = [query.get('index'), query.get('region')]
  const options = { ...(index !== null && { index }), ...(region !== null && { region }) }
  try {
    const heat = await db.heat(table, options)
    const insights = await db.insights(table, { ...options, minutes: heatMinutes })
    return { status: 200, contentType: 'application/json', body: JSON.stringify({ heat, insights }) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { status: 404, contentType: 'text/plain', body: `${error.message}\n` }
  }
}

function refuse({ headers }: ReceivedRequest, { token }: MetricsRules): Answer | undefined {
  if (token !== undefined) {
    const [scheme = '', given = ''] = (headers.get('authorization') ?? '').split(' ')
    if (scheme.toLowerCase() === 'bearer' && isSame(given, token)) return undefined
    return {
      status: 401,
      contentType: 'text/plain',
      body: 'This page requires the metrics token: send "Authorization: Bearer <token>".\n',
      extraHeaders: { 'WWW-Authenticate': 'Bearer' },
    }
  }
  if (isOwnName(headers.get('host') ?? '')) return undefined
  return {
    status: 403,
    contentType: 'text/plain',
    body: 'Under this host name, the page requires a token: start the server with --metrics-token.\n',
  }
}

/** Compares in constant time, so that an almost right token takes as long as any other. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
