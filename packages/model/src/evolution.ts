export type { Evolution } from './entities/evolution.ts'
export { type EvolutionStep, evolution } from './evolution/evolution.ts'
export { inPeriod } from './evolution/in-period.ts'
export {
  type MigrationOptions,
  type MigrationProblem,
  type MigrationProgress,
  type MigrationReport,
  type MigrationSample,
  migrationStatus,
  planMigration,
  resumeMigration,
  runMigration,
} from './evolution/migrate.ts'
export type { MigrationCounts, MigrationState, SegmentState } from './evolution/migration-state.ts'
export {
  planRecount,
  type RecountOptions,
  type RecountReport,
  recountStatus,
  runRecount,
} from './evolution/recount.ts'
export type { RecountProblem, RecountSample } from './evolution/recount-tools.ts'
