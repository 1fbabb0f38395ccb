import { storeFileNames } from '@monotable/storage-files'

/** The files that a store has from the start. */
export const dataFileName = storeFileNames.sqlite
export const journalNames: readonly string[] = ['journal', 'journal-2']
