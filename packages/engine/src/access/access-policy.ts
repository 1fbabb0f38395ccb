/** One text or several. */
export type OneOrMore = string | readonly string[]

/** The values a condition compares with; numbers and booleans need no quotes. */
export type ConditionValues = string | number | boolean | readonly (string | number | boolean)[]

/** Tests by operator, then by condition key; all of them must hold. */
export type PolicyCondition = {
  readonly [operator: string]: { readonly [key: string]: ConditionValues }
}

/** A policy statement in IAM's form. */
export interface AccessPolicyStatement {
  readonly Sid?: string
  readonly Effect: 'Allow' | 'Deny'
  readonly Action?: OneOrMore
  readonly NotAction?: OneOrMore
  readonly Resource?: OneOrMore
  readonly NotResource?: OneOrMore
  readonly Condition?: PolicyCondition
}

/** A policy in IAM's form, for the user or resource it is attached to. */
export interface AccessPolicy {
  readonly Version?: '2012-10-17' | '2008-10-17'
  readonly Id?: string
  readonly Statement: AccessPolicyStatement | readonly AccessPolicyStatement[]
}

/** Allows everything, for users who are explicitly given it. */
export const fullAccess: AccessPolicy = {
  Version: '2012-10-17',
  Statement: { Effect: 'Allow', Action: '*', Resource: '*' },
}
