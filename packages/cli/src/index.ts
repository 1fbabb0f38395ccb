export type {
  CapacityOptions,
  DeadLetter,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  Filter,
  Heat,
  Insights,
  LambdaContext,
  Trigger,
  TriggerHandler,
  TriggerOptions,
} from '@monotable/engine'
export {
  type Access,
  type AccessOptions,
  type AccessPolicy,
  type AdversityOptions,
  createAccess,
  createTestClock,
  type MetricsOptions,
  PolicyError,
  parseAdversity,
  type RequestRecord,
  type RequestRingOptions,
  StorageError,
  type StorageErrorCode,
  type TestClock,
} from '@monotable/engine'
export { ServiceError } from '@monotable/protocol'
export {
  createServer,
  handleRequest,
  parseAccessKeys,
  type Server,
  type ServerOptions,
} from '@monotable/server'
export type { KinesisOptions } from './kinesis/kinesis-client.ts'
export { type OpenedDatabase, openDatabase, withClients } from './open-database.ts'
export type { OpenOptions } from './open-options.ts'
export type { ClientConfig } from './sdk/client-config.ts'
export { MissingPackageError } from './sdk/load-package.ts'
