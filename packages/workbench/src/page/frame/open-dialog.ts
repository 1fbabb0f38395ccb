import type { ImportReport } from '../../shared/api.ts'
import { Store } from '../store.ts'

/** The dialogs that can be opened from anywhere. */
export type OpenDialog =
  | { readonly kind: 'connections' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'create-table'; readonly connection: string; readonly name?: string }
  | { readonly kind: 'table'; readonly connection: string; readonly table: string }
  | { readonly kind: 'change-table'; readonly connection: string; readonly table: string }
  | { readonly kind: 'clone-table'; readonly connection: string; readonly table: string }
  | { readonly kind: 'table-code'; readonly connection: string; readonly table: string }
  | { readonly kind: 'backups'; readonly connection: string; readonly table: string | undefined }
  | { readonly kind: 'delete-table'; readonly connection: string; readonly table: string }
  | { readonly kind: 'import-report'; readonly file: string; readonly report: ImportReport }
  | {
      readonly kind: 'import-csv'
      readonly connection: string
      readonly table: string | undefined
      readonly file: File
    }
  | { readonly kind: 'staged' }

export const openDialog = new Store<OpenDialog | undefined>(undefined)

export function closeDialog(): void {
  openDialog.set(undefined)
}
