/** Returns the results of all promises; throws the first failure, but only once every one has settled. */
export async function allEnded<Result>(running: readonly Promise<Result>[]): Promise<readonly Result[]> {
  await Promise.allSettled(running)
  return Promise.all(running)
}
