/** One text or several. */
export type OneOrMore = string | readonly string[]

/** What a condition compares with; numbers and booleans may stand as such. */
export type ConditionValues = string | number | boolean | readonly (string | number | boolean)[]

/** Tests by operator, then by condition key; all of them must hold. */
export type PolicyCondition = {
  readonly [operator: string]: { readonly [key: string]: ConditionValues }
}

/** A statement of a policy, as IAM has it. */
export interface AccessPolicyStatement {
  readonly Sid?: string
  readonly Effect: 'Allow' | 'Deny'
  readonly Action?: OneOrMore
  readonly NotAction?: OneOrMore
  readonly Resource?: OneOrMore
  readonly NotResource?: OneOrMore
  readonly Condition?: PolicyCondition
}

/** A policy of IAM's kind, for whoever it is given to. */
export interface AccessPolicy {
  readonly Version?: '2012-10-17' | '2008-10-17'
  readonly Id?: string
  readonly Statement: AccessPolicyStatement | readonly AccessPolicyStatement[]
}

/** Allows everything; whoever should be able to do so says it. */
export const fullAccess: AccessPolicy = {
  Version: '2012-10-17',
  Statement: { Effect: 'Allow', Action: '*', Resource: '*' },
}
