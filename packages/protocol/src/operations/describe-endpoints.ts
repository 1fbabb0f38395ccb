/** DescribeEndpoints has no parameters. */
export type DescribeEndpointsInput = { readonly [name: string]: never }

/** Where the service can be reached, and how long that may be cached. */
export interface Endpoint {
  readonly Address: string
  readonly CachePeriodInMinutes: number
}

/** The answer of DescribeEndpoints. */
export interface DescribeEndpointsOutput {
  readonly Endpoints: readonly Endpoint[]
}
