export { changesIn } from './streams/decode-record.ts'
export type { ChangeFacts, ChangeOf, ModelChange } from './streams/entity-change.ts'
export {
  type Aggregate,
  type AggregateOptions,
  aggregate,
  type Derivation,
  type Projection,
  projection,
} from './streams/projection.ts'
export { type RebuildOptions, type RebuildProgress, rebuild } from './streams/rebuild.ts'
export type {
  EventImage,
  EventRecord,
  EventValue,
  StreamEvent,
  StreamResponse,
} from './streams/stream-event.ts'
export {
  type ChangeHandlers,
  type StreamHandler,
  type StreamHandlerOptions,
  streamHandler,
} from './streams/stream-handler.ts'
