import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ConfigurationError, type Credentials } from '@monotable/server'
import { parseProfiles } from './parse-profiles.ts'

type Environment = { readonly [name: string]: string | undefined }

/** Keys for servers that check none. */
const anyKeys: Credentials = { accessKeyId: 'local', secretAccessKey: 'local' }

/**
 * Reads the keys to sign with: those of the named profile, else of the environment, else of the default profile. If
 * there are none and the endpoint is not AWS, any keys will do: most other servers check none.
 */
export function readCredentials(
  environment: Environment,
  { profile, endpoint }: { readonly profile: string | undefined; readonly endpoint: string },
): Credentials {
  const named = profile ?? (environment['AWS_PROFILE'] || undefined)
  if (profile === undefined) {
    const found = environmentKeys(environment)
    if (found !== undefined) return found
  }
  const found = profileKeys(environment, named ?? 'default')
  if (found !== undefined) return found
  // A user whose profile signs in to AWS in another way need not do so for a server of their own.
  if (profile === undefined && !isAws(endpoint)) return anyKeys
  if (named !== undefined) throw noSuchProfile(named)
  throw new ConfigurationError(
    'No access keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to the name of a profile in ~/.aws/credentials.',
  )
}

function noSuchProfile(name: string): ConfigurationError {
  return new ConfigurationError(
    `There is no profile "${name}" with access keys in ~/.aws/credentials. Use another profile, or export its keys first: ` +
      `aws configure export-credentials --profile ${name} --format env`,
  )
}

function environmentKeys(environment: Environment): Credentials | undefined {
  return credentialsOf(
    environment['AWS_ACCESS_KEY_ID'],
    environment['AWS_SECRET_ACCESS_KEY'],
    environment['AWS_SESSION_TOKEN'],
  )
}

function profileKeys(environment: Environment, profile: string): Credentials | undefined {
  const file = environment['AWS_SHARED_CREDENTIALS_FILE'] ?? join(homedir(), '.aws', 'credentials')
  const values = parseProfiles(readText(file)).get(profile)
  return credentialsOf(
    values?.get('aws_access_key_id'),
    values?.get('aws_secret_access_key'),
    values?.get('aws_session_token'),
  )
}

function credentialsOf(
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
  sessionToken: string | undefined,
): Credentials | undefined {
  if (!accessKeyId || !secretAccessKey) return undefined
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isAws(endpoint: string): boolean {
  return /\.amazonaws\.com(?:\.cn)?$/.test(new URL(endpoint).hostname)
}
