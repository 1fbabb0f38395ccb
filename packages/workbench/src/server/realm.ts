/** Where tables are: each account has tables of its own in each region. */
export interface Realm {
  readonly region: string
  readonly accountId: string
}

/** The account of whoever is not asked who they are. */
export const homeAccount = '000000000000'
