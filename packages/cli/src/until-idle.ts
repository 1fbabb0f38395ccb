const stuck =
  'it is not done, and nothing goes on any more. A file that it has loaded waits for something that never comes.'

/**
 * Does some work, and gives 1 when the process is about to end in the midst of it: what a file of the user's waits for
 * comes from nowhere, and Node would end with 0 and without a word.
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
