/*
 * The commands that work on a model. The bundle puts them in a separate file (scripts/bundle.mjs), so that a server
 * loads less code at startup.
 */
export { migrateCommand } from './migrate/migrate.ts'
export { rebuildCommand } from './migrate/rebuild.ts'
export { recountCommand } from './migrate/recount.ts'
export { checkCommand } from './model-file/check.ts'
export { docsCommand } from './outputs/docs.ts'
export { exportModel } from './outputs/export-model.ts'
export { importModel } from './outputs/import-model.ts'
