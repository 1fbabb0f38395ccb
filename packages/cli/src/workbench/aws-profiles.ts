import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Credentials } from '@monotable/model/endpoint'
import { parseProfiles } from '../transfer/parse-profiles.ts'

type Environment = { readonly [name: string]: string | undefined }
type Profile = ReadonlyMap<string, string>

/** The error for a profile that cannot be used. */
export class ProfileError extends Error {}

/**
 * Reads the AWS configuration of this machine: the sections of `~/.aws/config` and `~/.aws/credentials`, by profile
 * name.
 */
export function readAwsProfiles(environment: Environment): ReadonlyMap<string, Profile> {
  const folder = join(homedir(), '.aws')
  const config = parseProfiles(readText(environment['AWS_CONFIG_FILE'] ?? join(folder, 'config')))
  const secret = parseProfiles(
    readText(environment['AWS_SHARED_CREDENTIALS_FILE'] ?? join(folder, 'credentials')),
  )
  // The config file has other sections too, such as [sso-session name].
  const names = [...config.keys(), ...secret.keys()].filter(
    (name) => !/^(?:sso-session|services)\s/.test(name),
  )
  return new Map(
    [...new Set(names)].map((name) => [
      name,
      new Map([...(config.get(name) ?? []), ...(secret.get(name) ?? [])]),
    ]),
  )
}

/**
 * Makes a function that returns the current keys of a profile: from the file if it contains them, otherwise through the
 * AWS SDK.
 */
export function profileCredentials(name: string, environment: Environment): () => Promise<Credentials> {
  const profile = readAwsProfiles(environment).get(name)
  if (profile === undefined) throw new ProfileError(`There is no profile "${name}" in ~/.aws.`)
  const fixed = fixedKeys(profile)
  if (fixed !== undefined) {
    // Keys with a session token expire, and a new sign-in writes new ones into the same file.
    return async () => fixedKeys(readAwsProfiles(environment).get(name) ?? profile) ?? fixed
  }
  const provider = sdkProvider(name, describeKind(profile))
  return async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = await provider()
    return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
  }
}

function fixedKeys(profile: Profile): Credentials | undefined {
  const accessKeyId = profile.get('aws_access_key_id')
  const secretAccessKey = profile.get('aws_secret_access_key')
  if (!accessKeyId || !secretAccessKey) return undefined
  // Keys that serve only to assume a role are not those of the profile.
  if (profile.has('role_arn')) return undefined
  const sessionToken = profile.get('aws_session_token')
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}

function describeKind(profile: Profile): string {
  if (profile.has('sso_session') || profile.has('sso_start_url')) return 'signs in with SSO'
  if (profile.has('role_arn')) return 'assumes a role'
  if (profile.has('credential_process')) return 'gets its keys from a program'
  return 'has no access keys'
}

type Provider = () => Promise<Credentials>

/** Makes a provider with the AWS SDK, which can sign in and assume roles, if the application has it installed. */
function sdkProvider(profile: string, kind: string): Provider {
  const require = createRequire(join(process.cwd(), 'package.json'))
  for (const name of ['@aws-sdk/credential-providers', '@aws-sdk/credential-provider-node']) {
    try {
      const loaded = require(name) as { [name: string]: (options: { profile: string }) => Provider }
      const create = loaded['fromNodeProviderChain'] ?? loaded['defaultProvider']
      if (create !== undefined) return create({ profile })
    } catch {
      // Not installed here.
    }
  }
  throw new ProfileError(
    `The profile "${profile}" ${kind}. For that, install @aws-sdk/credential-providers in this folder, or export ` +
      `keys first: aws configure export-credentials --profile ${profile} --format env`,
  )
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
