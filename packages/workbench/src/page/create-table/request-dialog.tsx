import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { findConnection } from '../app-state.ts'
import { Dialog } from '../frame/dialog.tsx'
import { closeDialog } from '../frame/open-dialog.ts'
import { RequestView } from './request-view.tsx'
import './create-table.css'

interface RequestDialogProps {
  readonly title: string
  /** The connection that the requests are sent to. */
  readonly connection: string | undefined
  /** The requests, as they would be sent. */
  readonly calls: readonly SnippetCall[]
  /** The label of the button that sends them. */
  readonly submit: string
  readonly isDangerous?: boolean
  readonly isReady: boolean
  readonly failure: string | undefined
  /** Stops the running work; if absent, the dialog can only be closed. */
  readonly onStop?: (() => void) | undefined
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

const FORM = 'request-dialog'

/** A dialog with a form and the requests that it produces, which are updated as the user types. */
export function RequestDialog(props: RequestDialogProps) {
  const { title, connection, calls, submit, isDangerous = false, isReady, failure, onStop } = props
  const [isShown, setShown] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  // In a narrow window the requests are below the form, where nobody would notice them.
  useLayoutEffect(() => {
    if (isShown) around.current?.querySelector('.request-view')?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  const footer = (
    <>
      <button
        type="button"
        class="button quiet show-request"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide the requests' : 'Show the requests'}
      </button>
      <button type="button" class="button" onClick={onStop ?? closeDialog}>
        {onStop === undefined ? 'Cancel' : 'Stop'}
      </button>
      <button
        type="submit"
        form={FORM}
        class={isDangerous ? 'button danger' : 'button primary'}
        disabled={!isReady}
      >
        {submit}
      </button>
    </>
  )
  const onSubmit = (event: Event) => {
    event.preventDefault()
    if (isReady) props.onSubmit()
  }
  return (
    <Dialog title={title} onClose={closeDialog} footer={footer} wide={isShown}>
      <div ref={around} class={isShown ? 'create-table with-request' : 'create-table'}>
        <form id={FORM} class="form" onSubmit={onSubmit}>
          {props.children}
          {failure === undefined ? null : (
            <p class="notice bad" role="alert">
              {failure}
            </p>
          )}
        </form>
        {!isShown ? null : calls.length === 0 ? (
          <p class="muted">Nothing to send yet.</p>
        ) : (
          <RequestView calls={calls} connection={findConnection(connection)} />
        )}
      </div>
    </Dialog>
  )
}
