/** Says to a person what is wrong with what a server was told: its options or its files. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}
