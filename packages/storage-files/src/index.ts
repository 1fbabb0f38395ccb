export { AppendedFile } from './appended-file.ts'
export { CommitQueue, type CommitTarget, type Group, type Outcome } from './commit-queue.ts'
export { hasConfirmingFrame } from './confirming-frame.ts'
export { DiskSync } from './disk-sync.ts'
export type { Durability } from './durability.ts'
export { type FolderStore, findStore, storeFileNames } from './find-store.ts'
export { type FramedChange, readFrameChanges } from './frame-changes.ts'
export {
  decodeFrame,
  type FramedFrame,
  FrameEncoder,
  type FrameHead,
  findFrameEnd,
  frameHeadBytes,
  frameMark,
  type JournalChange,
  type JournalFrame,
  readFrame,
  readFrameHead,
  removalFrameBytes,
} from './journal-frame.ts'
export { LogPositions } from './log-positions.ts'
export { makeFolders } from './make-folders.ts'
export { fileRemoved, NamedFile } from './named-file.ts'
export { openFolder, requireAccess } from './open-folder.ts'
export { type JobDecision, type JobTarget, runJobs } from './run-jobs.ts'
export { isSamePlace } from './same-place.ts'
export {
  loadSqliteDriver,
  type SqliteDatabase,
  type SqliteDriver,
  type SqliteStatement,
  type SqliteValue,
} from './sqlite-driver.ts'
export { isBusy, sqliteErrorNumber, storageFailure } from './sqlite-failure.ts'
export {
  explained,
  failureMeaning,
  isFatal,
  isFull,
  isUnavailable,
  systemFailure,
  withSystemFailures,
} from './storage-failure.ts'
export { folderLocked, lockFile, lockFileName, lockFolder, type StoreLock } from './store-lock.ts'
export { FolderNames, syncFile, syncFolder } from './sync-folder.ts'
export { UnconfirmedGroups } from './unconfirmed-groups.ts'
