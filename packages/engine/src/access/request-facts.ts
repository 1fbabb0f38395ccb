/** What policies can ask about a request. */
export interface RequestFacts {
  /** Such as `dynamodb:getitem`: with the service, in lower case. */
  readonly action: string
  /** The ARN of the action's target, or `*`. */
  readonly resource: string
  /** Returns the values of a (normalized) condition key, or `undefined` if the request has none. */
  valuesOf(key: string): readonly string[] | undefined
}
