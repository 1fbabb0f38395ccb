/** How the capacity of tables is tracked and limited. Everything is off by default. */
export interface CapacityOptions {
  /** Whether requests beyond a table's capacity are refused, as on AWS. */
  readonly throttle?: boolean
  /**
   * Whether the data for `heat` and `insights` is collected, including what would have been refused; implied by
   * `throttle`.
   */
  readonly watch?: boolean
  /** How much a partition holds before it is split; 10 GB by default. */
  readonly partitionMaxBytes?: number
  /** How many seconds a partition must be at its limit before it is split; 300 by default. */
  readonly heatSplitSeconds?: number
  /**
   * The maximum size of the items of one partition key in a table with local indexes; 10 GB by default. Always
   * enforced.
   */
  readonly collectionMaxBytes?: number
  /** The maximum read and write rates of an on-demand table or index, per second; 40,000 units each by default. */
  readonly accountReadUnits?: number
  readonly accountWriteUnits?: number
}
