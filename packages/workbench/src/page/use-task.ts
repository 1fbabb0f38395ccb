import { useEffect, useRef, useState } from 'preact/hooks'
import { toast, toastFailure } from './frame/toasts.tsx'
import { messageOf } from './message-of.ts'

/** Work that a dialog starts, and its error. */
interface Task {
  readonly isUnderWay: boolean
  readonly failure: string | undefined
  readonly fail: (error: unknown) => void
  /** Starts the work, unless some is running. */
  readonly run: (steps: TaskSteps) => Promise<void>
}

interface TaskSteps {
  readonly work: () => Promise<void>
  /** Called if the user still has the dialog open. */
  readonly onDone: () => void
  /** The message for a user who has closed the dialog: they are elsewhere by now, and are not taken away from there. */
  readonly told: string | (() => string)
}

/** Runs work that takes a while and continues when the dialog is closed; a toast then reports the result. */
export function useTask(): Task {
  const [isUnderWay, setUnderWay] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isGone = useRef(false)
  useEffect(
    () => () => {
      isGone.current = true
    },
    [],
  )
  // Esc hides a dialog a moment before it is unmounted: an error reported in it then would never be seen.
  const isSeen = () => !isGone.current && document.querySelector('dialog[open]') !== null
  const fail = (error: unknown) => setFailure(messageOf(error))
  const run = async ({ work, onDone, told }: TaskSteps) => {
    if (isUnderWay) return
    setUnderWay(true)
    setFailure(undefined)
    try {
      await work()
      if (isSeen()) onDone()
      else toast(typeof told === 'string' ? told : told())
    } catch (error) {
      if (isSeen()) fail(error)
      else toastFailure(error)
    } finally {
      setUnderWay(false)
    }
  }
  return { isUnderWay, failure, fail, run }
}
