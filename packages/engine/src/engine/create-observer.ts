import type { UsageMeter } from '../capacity/usage-meter.ts'
import type { Deliveries } from '../kinesis/deliveries.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type MetricsOptions, RequestObserver } from '../metrics/request-observer.ts'
import type { Triggers } from '../triggers/triggers.ts'
import type { Clock } from '../util/clock.ts'

interface Surroundings {
  readonly metrics: Metrics
  readonly clock: Clock
  readonly meter: UsageMeter
}

/** Creates a request observer that also measures what requests consume, or returns undefined if none is asked for. */
export function createObserver(
  options: MetricsOptions | undefined,
  { metrics, clock, meter }: Surroundings,
): RequestObserver | undefined {
  if (options === undefined) return undefined
  meter.addSink(metrics.usage)
  return new RequestObserver(options, { metrics, clock })
}

/** The maximum number of triggers in the metrics. */
const maxTriggers = 500

/** Registers a metric of how far the triggers of a database lag behind. */
export function registerStreamLag(metrics: Metrics, triggers: Triggers): void {
  const help = 'How old the oldest record is that a trigger has not handled.'
  metrics.gauge('monotable_stream_lag_seconds', help, () =>
    [...triggers.list()].slice(0, maxTriggers).map(({ realm: { region, accountId: account }, trigger }) => ({
      labels: { region, account, trigger: trigger.name },
      value: trigger.lagMs() / 1_000,
    })),
  )
}

/** The maximum number of destinations in the metrics. */
const maxDestinations = 500

/** Registers a metric of how far the deliveries to Kinesis lag behind. */
export function registerKinesisLag(metrics: Metrics, deliveries: () => Deliveries | undefined): void {
  const help = 'How old the oldest change is that waits to be sent to a Kinesis stream.'
  metrics.gauge('monotable_kinesis_lag_seconds', help, () =>
    [...(deliveries()?.list() ?? [])].slice(0, maxDestinations).map((delivery) => {
      const { realm, tableName: table, streamArn: stream } = delivery.place
      const { region, accountId: account } = realm
      return { labels: { region, account, table, stream }, value: delivery.lagMs() / 1_000 }
    }),
  )
}
