/** The attributes that say when an item was made, and when it was last written. */
export interface Timestamps {
  readonly created?: string
  readonly updated?: string
}
