import type { ServiceFailure } from './api.ts'

/** Whether a database was not reached at all: what it was asked says nothing of why, and the next request fares no better. */
export function isUnreached({ name }: Pick<ServiceFailure, 'name'>): boolean {
  return name === 'NetworkError' || name === 'CredentialsError'
}
