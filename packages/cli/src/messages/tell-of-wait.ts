/** Nobody wonders before that. */
const patienceMs = 2_000

/** Waits for something; if that takes long, says what is waited for. */
export async function tellOfWait<Result>(work: Promise<Result>, tell: () => void): Promise<Result> {
  const timer = setTimeout(tell, patienceMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
