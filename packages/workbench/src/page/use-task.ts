import { useEffect, useRef, useState } from 'preact/hooks'
import { toast, toastFailure } from './frame/toasts.tsx'
import { messageOf } from './message-of.ts'

/** Something that a dialog does, and what went wrong with it. */
interface Task {
  readonly isUnderWay: boolean
  readonly failure: string | undefined
  readonly fail: (error: unknown) => void
  /** Begins something, unless something is under way. */
  readonly run: (steps: TaskSteps) => Promise<void>
}

interface TaskSteps {
  readonly work: () => Promise<void>
  /** What follows for whoever still has the dialog open. */
  readonly onDone: () => void
  /** What is told to whoever has closed it: they are elsewhere by now, and are not led away from there. */
  readonly told: string | (() => string)
}

/** Does what takes a while, also when the dialog is closed meanwhile: what came of it is then told by a toast. */
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
  // Esc hides a dialog a moment before it is gone: what failed just then was told in it, and nobody saw it.
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
