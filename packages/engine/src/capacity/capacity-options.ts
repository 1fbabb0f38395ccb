/** How the capacity of tables is looked after. Nothing of it is on unless it is asked for. */
export interface CapacityOptions {
  /** Whether requests beyond a table's capacity are refused as on AWS. */
  readonly throttle?: boolean
  /** Whether it is watched what `heat` and `insights` tell, also what would have been refused; so it is with `throttle`. */
  readonly watch?: boolean
  /** How much a partition holds before it is split; 10 GB. */
  readonly partitionMaxBytes?: number
  /** How many seconds a partition is at its limit before it is split; 300. */
  readonly heatSplitSeconds?: number
  /** How large the items of one partition key may become in a table with local indexes; 10 GB. Always enforced. */
  readonly collectionMaxBytes?: number
  /** What a table or an index that is paid by request can read and write in a second; 40,000 units each. */
  readonly accountReadUnits?: number
  readonly accountWriteUnits?: number
}
