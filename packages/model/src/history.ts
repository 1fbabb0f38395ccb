export type { HistoryVerbs, PointerVerbs, VersionVerbs } from './database/entity-history.ts'
export type { History, VersionKeyConfig } from './entities/history-config.ts'
export { type HistoryOptions, pointer, snapshots } from './history/history.ts'
