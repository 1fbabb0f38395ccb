export { ApiError } from './server/api-error.ts'
export type { Connection, ConnectionAnswer, Observations } from './server/connection.ts'
export { createWorkbench, type Workbench, type WorkbenchOptions } from './server/create-workbench.ts'
export { type EmbeddedDatabase, embeddedConnection } from './server/embedded-connection.ts'
export { embeddedObservations, type ObservableDatabase } from './server/embedded-observations.ts'
export { type EmbeddedRealms, type EmbeddedRealmsOptions, embeddedRealms } from './server/embedded-realms.ts'
export { type EndpointOptions, endpointConnection } from './server/endpoint-connection.ts'
export type { Expectation, ExpectationStore } from './server/expectation-store.ts'
export type { AnyModel, LoadedModel, ModelSource } from './server/known-model.ts'
export { openSample } from './server/open-sample.ts'
export type { Sample } from './server/sample.ts'
export {
  defaultWorkbenchPort,
  type ServedWorkbench,
  type ServeWorkbenchOptions,
  serveWorkbench,
} from './server/serve-workbench.ts'
export { type ServedDatabase, servedObservations, tellsRequests } from './server/served-observations.ts'
export * from './shared/api.ts'
