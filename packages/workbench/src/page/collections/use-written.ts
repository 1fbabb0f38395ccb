import { useLayoutEffect, useState } from 'preact/hooks'
import { keyParam } from '../keys/key-param.ts'
import { type StagedEdits, settled } from '../staging/staged-edits.ts'
import type { CollectionLoader } from './collection-loader.ts'

const none: StagedEdits = new Map()

/** Returns the edits that were written while the rows of this loader are shown, which show an older state. */
export function useWritten(connection: string, table: string, loader: CollectionLoader): StagedEdits {
  const [written, setWritten] = useState({ loader, edits: none })
  // Before painting: otherwise the rows would show their old state until they are read again.
  useLayoutEffect(
    () =>
      settled.subscribe(() => {
        const edit = settled.value
        if (edit?.connection !== connection || edit.table !== table) return
        setWritten((before) => ({
          loader,
          edits: new Map(before.loader === loader ? before.edits : none).set(keyParam(edit.key), edit),
        }))
      }),
    [connection, table, loader],
  )
  return written.loader === loader ? written.edits : none
}
