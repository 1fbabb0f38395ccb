import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { closeDialog } from './open-dialog.ts'
import { toast } from './toasts.tsx'

/** Makes a dialog whose code is loaded when it is first opened, so that the first screen loads little. */
function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined
  return (props: Props) => {
    const [, setLoaded] = useState(false)
    useEffect(() => {
      if (Loaded !== undefined) return
      load().then(
        (component) => {
          Loaded = component
          setLoaded(true)
        },
        () => {
          closeDialog()
          toast('The dialog could not be loaded. Reload the page.', 'failure')
        },
      )
    }, [])
    return Loaded === undefined ? null : <Loaded {...props} />
  }
}

export const ConnectionsDialog = late<object>(
  async () => (await import('./connections-dialog.tsx')).ConnectionsDialog,
)

export const TableDialog = late<{ readonly connection: string; readonly table: string }>(
  async () => (await import('./table-dialog.tsx')).TableDialog,
)

export const CreateTableDialog = late<{ readonly connection: string; readonly name?: string | undefined }>(
  async () => (await import('../create-table/create-table-dialog.tsx')).CreateTableDialog,
)

export const ChangeTableDialog = late<{ readonly connection: string; readonly table: string }>(
  async () => (await import('../change-table/change-table-dialog.tsx')).ChangeTableDialog,
)

export const CloneTableDialog = late<{ readonly connection: string; readonly table: string }>(
  async () => (await import('../clone-table/clone-table-dialog.tsx')).CloneTableDialog,
)

export const TableCodeDialog = late<{ readonly connection: string; readonly table: string }>(
  async () => (await import('../clone-table/table-code-dialog.tsx')).TableCodeDialog,
)

export const BackupsDialog = late<{ readonly connection: string; readonly table: string | undefined }>(
  async () => (await import('../backups/backups-dialog.tsx')).BackupsDialog,
)

export const ImportCsvDialog = late<{
  readonly connection: string
  readonly table: string | undefined
  readonly file: File
}>(async () => (await import('../csv/import-csv-dialog.tsx')).ImportCsvDialog)
