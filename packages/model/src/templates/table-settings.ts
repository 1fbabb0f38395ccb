/** What a table is given when it is deployed, beside what the model says of it. */
export interface TableSettings {
  /** Paid by request, or so many units a second for the table and each index. By request unless told otherwise. */
  readonly billing?: 'on-demand' | { readonly readUnits: number; readonly writeUnits: number }
  /** What a stream tells of each change; there is none unless told. */
  readonly stream?: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES'
  /** Whether the table can be restored to any moment of the last 35 days. */
  readonly recovery?: boolean
  /** Whether the table cannot be deleted until this is taken back. */
  readonly protection?: boolean
}

/** The units of a table that is not paid by request. */
export function provisionedUnits({
  billing = 'on-demand',
}: TableSettings): { readonly readUnits: number; readonly writeUnits: number } | undefined {
  return billing === 'on-demand' ? undefined : billing
}
