/** A table as DescribeTable returns it, with the parts that the workbench uses. */
export interface TableDescription {
  readonly TableName: string
  readonly ItemCount?: number
  readonly TableSizeBytes?: number
  readonly KeySchema: readonly KeySchemaElement[]
  readonly AttributeDefinitions: readonly {
    readonly AttributeName: string
    readonly AttributeType: 'S' | 'N' | 'B'
  }[]
  readonly GlobalSecondaryIndexes?: readonly IndexDescription[]
  readonly LocalSecondaryIndexes?: readonly IndexDescription[]
  readonly VectorIndexes?: readonly {
    readonly IndexName: string
    readonly Dimensions: number
    readonly SearchSchema?: readonly {
      readonly AttributeName: string
      readonly SearchSchemaElementType: string
    }[]
  }[]
}

export interface KeySchemaElement {
  readonly AttributeName: string
  readonly KeyType: 'HASH' | 'RANGE'
}

export interface IndexDescription {
  readonly IndexName: string
  readonly KeySchema: readonly KeySchemaElement[]
  readonly Projection: {
    readonly ProjectionType?: string
    readonly NonKeyAttributes?: readonly string[]
  }
}
