/** Settings for the deployment of a table that the model does not contain. */
export interface TableSettings {
  /** Billed per request, or a number of units per second for the table and each index. Per request by default. */
  readonly billing?: 'on-demand' | { readonly readUnits: number; readonly writeUnits: number }
  /** What a stream contains of each change; by default, there is no stream. */
  readonly stream?: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES'
  /** Whether the table can be restored to any moment of the last 35 days. */
  readonly recovery?: boolean
  /** Whether the table is protected from deletion until this is turned off. */
  readonly protection?: boolean
}

/** Returns the units of a table that is not billed per request. */
export function provisionedUnits({
  billing = 'on-demand',
}: TableSettings): { readonly readUnits: number; readonly writeUnits: number } | undefined {
  return billing === 'on-demand' ? undefined : billing
}
