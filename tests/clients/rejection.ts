/** Returns the error that a promise rejects with; fails the test if the promise resolves. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  let answer: unknown
  try {
    answer = await promise
  } catch (error) {
    if (error instanceof Error) return error
    throw new TypeError('rejected with something that is no Error', { cause: error })
  }
  throw new TypeError(`expected a rejection, got ${JSON.stringify(answer)}`)
}
