/** What stands in documents beside what the model itself says: what `check` found and worked out. */
export interface DocumentFacts {
  readonly title?: string | undefined
  readonly findings?: readonly DocumentFinding[] | undefined
  /** What a call of each pattern reads at the worst, by the pattern's name. */
  readonly patternUnits?: ReadonlyMap<string, number> | undefined
  /** What writing a new item of each entity costs, by the entity's name. */
  readonly writeUnits?: ReadonlyMap<string, number> | undefined
  /** What the figures rest on. */
  readonly assumptions?: readonly string[] | undefined
}

export interface DocumentFinding {
  readonly severity: 'error' | 'warning'
  /** Where it is: `pattern everyone`. */
  readonly place: string
  readonly message: string
  readonly advice: string
}

/** Units as people write them: `0.5`, `12`, `1,024`. */
export function unitsText(units: number | undefined): string {
  return units === undefined ? '' : String(units).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}
