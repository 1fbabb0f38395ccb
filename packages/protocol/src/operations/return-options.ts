/** How much detail to return about the capacity that a request consumed. */
export type ReturnConsumedCapacity = 'INDEXES' | 'TOTAL' | 'NONE'

/** Whether a write returns the sizes of the item collections that it touched. */
export type ReturnItemCollectionMetrics = 'SIZE' | 'NONE'

/** Which attributes a write returns. */
export type ReturnValue = 'NONE' | 'ALL_OLD' | 'UPDATED_OLD' | 'ALL_NEW' | 'UPDATED_NEW'

/** Whether a failed condition returns the item that it was tested on. */
export type ReturnValuesOnConditionCheckFailure = 'ALL_OLD' | 'NONE'

/** What Query and Scan return of each item. */
export type Select = 'ALL_ATTRIBUTES' | 'ALL_PROJECTED_ATTRIBUTES' | 'SPECIFIC_ATTRIBUTES' | 'COUNT'
