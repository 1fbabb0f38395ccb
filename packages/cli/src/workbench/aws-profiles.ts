import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Credentials } from '@monotable/model/endpoint'
import { parseProfiles } from '../transfer/parse-profiles.ts'

type Environment = { readonly [name: string]: string | undefined }
type Profile = ReadonlyMap<string, string>

/** A profile that cannot be used, and why. */
export class ProfileError extends Error {}

/** What is set up for AWS on this machine: sections of `~/.aws/config` and `~/.aws/credentials` by name. */
export function readAwsProfiles(environment: Environment): ReadonlyMap<string, Profile> {
  const folder = join(homedir(), '.aws')
  const config = parseProfiles(readText(environment['AWS_CONFIG_FILE'] ?? join(folder, 'config')))
  const secret = parseProfiles(
    readText(environment['AWS_SHARED_CREDENTIALS_FILE'] ?? join(folder, 'credentials')),
  )
  // The file of configurations has other sections too, such as [sso-session name].
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

/** Gives the keys of a profile, each time that they are asked for: by itself where they stand in a file, else by the AWS SDK. */
export function profileCredentials(name: string, environment: Environment): () => Promise<Credentials> {
  const profile = readAwsProfiles(environment).get(name)
  if (profile === undefined) throw new ProfileError(`There is no profile "${name}" in ~/.aws.`)
  const fixed = fixedKeys(profile)
  if (fixed !== undefined) {
    // Those with a session token expire, and whoever signs in again writes new ones into the same file.
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
  // Keys that only serve to take on a role are not those of the profile.
  if (profile.has('role_arn')) return undefined
  const sessionToken = profile.get('aws_session_token')
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}

function describeKind(profile: Profile): string {
  if (profile.has('sso_session') || profile.has('sso_start_url')) return 'signs in by SSO'
  if (profile.has('role_arn')) return 'takes on a role'
  if (profile.has('credential_process')) return 'asks a program for its keys'
  return 'has no access keys'
}

type Provider = () => Promise<Credentials>

/** The AWS SDK knows how to sign in and to take on roles; it is used where the application has it. */
function sdkProvider(profile: string, kind: string): Provider {
  const require = createRequire(join(process.cwd(), 'package.json'))
  for (const name of ['@aws-sdk/credential-providers', '@aws-sdk/credential-provider-node']) {
    try {
      const loaded = require(name) as { [name: string]: (options: { profile: string }) => Provider }
      const create = loaded['fromNodeProviderChain'] ?? loaded['defaultProvider']
      if (create !== undefined) return create({ profile })
    } catch {
      // It is not installed here.
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
