/** One value of a metric. An empty label value is left out, as Prometheus takes it for absent. */
export interface Sample {
  readonly labels: { readonly [name: string]: string }
  readonly value: number
  /** Of a histogram: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: string
}

/** A metric with all its values, as it is told at one moment. */
export interface MetricFamily {
  readonly name: string
  /** What it counts, in a sentence. */
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

/** Whose values are asked for anew each time that metrics are told. */
export type Collect = () => readonly Sample[] | Promise<readonly Sample[]>
