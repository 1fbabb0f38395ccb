import type {
  AttributeDefinition,
  BillingMode,
  GlobalSecondaryIndex,
  GlobalTableSettingsReplicationMode,
  KeySchemaElement,
  LocalSecondaryIndex,
  OnDemandThroughput,
  ProvisionedThroughput,
  SSESpecification,
  StreamSpecification,
  TableClass,
  Tag,
  VectorIndex,
  WarmThroughput,
} from './table-definition.ts'
import type { TableDescription } from './table-description.ts'

/** The parameters of CreateTable. */
export interface CreateTableInput {
  readonly TableName: string
  readonly AttributeDefinitions?: readonly AttributeDefinition[] | undefined
  readonly KeySchema?: readonly KeySchemaElement[] | undefined
  readonly LocalSecondaryIndexes?: readonly LocalSecondaryIndex[] | undefined
  readonly GlobalSecondaryIndexes?: readonly GlobalSecondaryIndex[] | undefined
  readonly VectorIndexes?: readonly VectorIndex[] | undefined
  readonly BillingMode?: BillingMode | undefined
  /** Another name for `BillingMode`, which AWS accepts although no SDK has it. */
  readonly TableThroughputMode?: BillingMode | undefined
  readonly ProvisionedThroughput?: ProvisionedThroughput | undefined
  readonly OnDemandThroughput?: OnDemandThroughput | undefined
  readonly WarmThroughput?: WarmThroughput | undefined
  readonly StreamSpecification?: StreamSpecification | undefined
  readonly SSESpecification?: SSESpecification | undefined
  readonly Tags?: readonly Tag[] | undefined
  readonly TableClass?: TableClass | undefined
  readonly DeletionProtectionEnabled?: boolean | undefined
  readonly ResourcePolicy?: string | undefined
  readonly GlobalTableSourceArn?: string | undefined
  readonly GlobalTableSettingsReplicationMode?: GlobalTableSettingsReplicationMode | undefined
}

/** The answer of CreateTable. */
export interface CreateTableOutput {
  readonly TableDescription?: TableDescription
}
