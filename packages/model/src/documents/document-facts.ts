/** What documents contain in addition to the model itself: the findings and figures of `check`. */
export interface DocumentFacts {
  readonly title?: string | undefined
  readonly findings?: readonly DocumentFinding[] | undefined
  /** The units that a call of each pattern reads at worst, by the pattern's name. */
  readonly patternUnits?: ReadonlyMap<string, number> | undefined
  /** The units for writing a new item of each entity, by the entity's name. */
  readonly writeUnits?: ReadonlyMap<string, number> | undefined
  /** The assumptions behind the figures. */
  readonly assumptions?: readonly string[] | undefined
}

export interface DocumentFinding {
  readonly severity: 'error' | 'warning'
  /** Where it was found: `pattern everyone`. */
  readonly place: string
  readonly message: string
  readonly advice: string
}

/** Formats units for people: `0.5`, `12`, `1,024`. */
export function unitsText(units: number | undefined): string {
  return units === undefined ? '' : String(units).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}
