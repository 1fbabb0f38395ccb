/** Why something is not done. */
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

/** A refusal that the one who asked can understand and put right. */
export class SocialError extends Error {
  readonly code: SocialErrorCode

  constructor(code: SocialErrorCode, message: string) {
    super(message)
    this.name = 'SocialError'
    this.code = code
  }
}
