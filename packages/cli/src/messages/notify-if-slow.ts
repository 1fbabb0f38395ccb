/** How long a user waits before wondering what is going on. */
const patienceMs = 2_000

/** Waits for something; calls `notify` if it takes long. */
export async function notifyIfSlow<Result>(work: Promise<Result>, notify: () => void): Promise<Result> {
  const timer = setTimeout(notify, patienceMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
