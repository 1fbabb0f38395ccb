/** The attributes that hold when an item was created, and when it was last written. */
export interface Timestamps {
  readonly created?: string
  readonly updated?: string
}
