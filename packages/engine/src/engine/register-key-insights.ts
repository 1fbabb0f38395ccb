import type { Insights } from '../capacity/heat.ts'
import type { UsageMeter } from '../capacity/usage-meter.ts'
import type { Sample } from '../metrics/metric-family.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { labelsOf } from '../metrics/table-labels.ts'
import {
  type InsightsSubject,
  insightsSubjects,
  settingOf,
} from '../operations/settings/contributor-insights.ts'
import type { Catalogue } from '../tables/catalogue.ts'

/** The maximum numbers of tables and indexes, and of keys for each: a monitoring system has to store all of them. */
const maxSubjects = 50
const maxKeys = 10
/** Two, so that the last full minute is included. */
const minutes = 2

/**
 * Registers metrics of the most used and most throttled keys of tables and indexes with Contributor Insights
 * enabled: keys are data, and readers of metrics get them only where that was asked for.
 */
export function registerKeyInsights(
  metrics: Metrics,
  meter: UsageMeter,
  findCatalogue: () => Catalogue | undefined,
): void {
  const samples = (choose: (insights: Insights) => Insights['mostAccessed']): Sample[] =>
    subjectsOf(findCatalogue()).flatMap((subject) => {
      const insights = meter.knownInsights(subject.table, subject.index, minutes)
      return insights === undefined ? [] : keySamples(subject, choose(insights))
    })
  metrics.gauge(
    'monotable_key_consumed_units',
    'Units of the most used keys in their busiest minute of the last two: three for each written, one for each read.',
    () => samples(({ mostAccessed }) => mostAccessed),
  )
  metrics.gauge(
    'monotable_key_throttled_requests',
    'Requests of the most throttled keys that were refused in their worst minute of the last two.',
    () => samples(({ mostThrottled }) => mostThrottled),
  )
}

function subjectsOf(catalogue: Catalogue | undefined): InsightsSubject[] {
  return [...(catalogue?.all() ?? [])]
    .flatMap(([, table]) => insightsSubjects(table))
    .filter((subject) => settingOf(subject)?.enabled === true)
    .slice(0, maxSubjects)
}

function keySamples({ table, index }: InsightsSubject, keys: Insights['mostAccessed']): Sample[] {
  return keys.slice(0, maxKeys).map(({ key, mostInMinute }) => ({
    labels: { ...labelsOf(table), index: index?.name ?? '', key: JSON.stringify(key) },
    value: mostInMinute,
  }))
}
