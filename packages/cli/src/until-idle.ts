const stuck =
  'stopped before the work was done: a file that it loaded waits for something that never happens, such as a promise ' +
  'that nothing settles.'

/**
 * Runs some work, and returns 1 if the process is about to end before the work is done: a file of the user waits for
 * something that never happens, and Node would exit silently with 0.
 */
export async function untilIdle(work: () => Promise<number>): Promise<number> {
  let onIdle = () => {}
  const idle = new Promise<number>((resolve) => {
    onIdle = () => {
      process.stderr.write(`monotable: ${stuck}\n`)
      resolve(1)
    }
  })
  process.once('beforeExit', onIdle)
  try {
    return await Promise.race([work(), idle])
  } finally {
    process.off('beforeExit', onIdle)
  }
}
