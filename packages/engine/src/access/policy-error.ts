/** Says to a person what is wrong with a policy, and where in it. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
}
