/** One value of a metric. An empty label value is left out, because Prometheus treats it as absent. */
export interface Sample {
  readonly labels: { readonly [name: string]: string }
  readonly value: number
  /** For a histogram: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: string
}

/** A metric with all its values at one moment. */
export interface MetricFamily {
  readonly name: string
  /** What it measures, in a sentence. */
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

/** Returns the current values; called each time the metrics are read. */
export type Collect = () => readonly Sample[] | Promise<readonly Sample[]>
