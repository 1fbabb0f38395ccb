/** Explains to a human what is wrong with a policy, and where. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
}
