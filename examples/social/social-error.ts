/** Why something is refused. */
export type SocialErrorCode =
  | 'no-user'
  | 'no-post'
  | 'no-server'
  | 'no-login'
  | 'no-game'
  | 'username-taken'
  | 'server-name-taken'
  | 'login-taken'
  | 'last-login'
  | 'too-many-servers'

/** A refusal that the caller can understand and correct. */
export class SocialError extends Error {
  readonly code: SocialErrorCode

  constructor(code: SocialErrorCode, message: string) {
    super(message)
    this.name = 'SocialError'
    this.code = code
  }
}
