/** Whether items expire, and which attribute has the expiry time. */
export interface TimeToLiveSpecification {
  readonly Enabled: boolean
  readonly AttributeName: string
}

/** The parameters of UpdateTimeToLive. */
export interface UpdateTimeToLiveInput {
  readonly TableName: string
  readonly TimeToLiveSpecification: TimeToLiveSpecification
}

/** The answer of UpdateTimeToLive. */
export interface UpdateTimeToLiveOutput {
  readonly TimeToLiveSpecification?: TimeToLiveSpecification
}

/** The parameters of DescribeTimeToLive. */
export interface DescribeTimeToLiveInput {
  readonly TableName: string
}

/** The answer of DescribeTimeToLive. */
export interface DescribeTimeToLiveOutput {
  readonly TimeToLiveDescription?: {
    readonly TimeToLiveStatus?: 'ENABLING' | 'DISABLING' | 'ENABLED' | 'DISABLED'
    readonly AttributeName?: string
  }
}
