/** What all have come to; throws the first failure, but only once every one has ended. */
export async function allEnded<Result>(running: readonly Promise<Result>[]): Promise<readonly Result[]> {
  await Promise.allSettled(running)
  return Promise.all(running)
}
