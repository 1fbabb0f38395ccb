/** A region and an account: each account has its own tables in each region. */
export interface Realm {
  readonly region: string
  readonly accountId: string
}

/** The account of callers that do not identify themselves. */
export const homeAccount = '000000000000'
