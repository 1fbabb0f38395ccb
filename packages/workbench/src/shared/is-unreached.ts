import type { ServiceFailure } from './api.ts'

/** Whether a database was not reached at all: the request is not the cause, and the next one will fail as well. */
export function isUnreached({ name }: Pick<ServiceFailure, 'name'>): boolean {
  return name === 'NetworkError' || name === 'CredentialsError'
}
