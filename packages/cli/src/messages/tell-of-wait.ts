/** How long a user waits before wondering what is going on. */
const patienceMs = 2_000

/** Waits for something; calls `tell` if it takes long. */
export async function tellOfWait<Result>(work: Promise<Result>, tell: () => void): Promise<Result> {
  const timer = setTimeout(tell, patienceMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
