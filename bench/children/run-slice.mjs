/**
 * Sends one operation over and over for a while, some at a time; returns what one costs, and how many end in a second.
 * @param {() => Promise<unknown>} send
 * @param {{ parallel: number, sliceMs: number }} options
 */
export async function runSlice(send, { parallel, sliceMs }) {
  const endMs = performance.now() + sliceMs
  let count = 0
  const sendOn = async () => {
    while (performance.now() < endMs) {
      await send()
      count++
    }
  }
  const startMs = performance.now()
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: parallel }, sendOn))
  const { user, system } = process.cpuUsage(before)
  return { cpuUs: (user + system) / count, perSecond: (count / (performance.now() - startMs)) * 1_000 }
}
