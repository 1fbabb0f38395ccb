/** What policies can ask of a request. */
export interface RequestFacts {
  /** Such as `dynamodb:getitem`: with the service, in lower case. */
  readonly action: string
  /** The ARN of what the action is on, or `*`. */
  readonly resource: string
  /** The values of a condition key (normalized), or `undefined` when the request has none. */
  valuesOf(key: string): readonly string[] | undefined
}
