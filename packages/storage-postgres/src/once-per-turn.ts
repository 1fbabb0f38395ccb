/** Returns a function that runs `work` in the next turn of the event loop, once however often it is called until then. */
export function oncePerTurn(work: () => void): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      work()
    })
  }
}
