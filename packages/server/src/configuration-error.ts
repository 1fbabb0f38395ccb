/** Explains to a person what is wrong with the server's configuration: its options or its files. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}
