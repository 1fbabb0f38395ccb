/** How much is told about the capacity that a request consumed. */
export type ReturnConsumedCapacity = 'INDEXES' | 'TOTAL' | 'NONE'

/** Whether a write tells how large the item collections became that it touched. */
export type ReturnItemCollectionMetrics = 'SIZE' | 'NONE'

/** Which attributes a write gives back. */
export type ReturnValue = 'NONE' | 'ALL_OLD' | 'UPDATED_OLD' | 'ALL_NEW' | 'UPDATED_NEW'

/** Whether a failed condition gives back the item that it was tested on. */
export type ReturnValuesOnConditionCheckFailure = 'ALL_OLD' | 'NONE'

/** What Query and Scan give back of each item. */
export type Select = 'ALL_ATTRIBUTES' | 'ALL_PROJECTED_ATTRIBUTES' | 'SPECIFIC_ATTRIBUTES' | 'COUNT'
