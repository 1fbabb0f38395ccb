import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profileCredentials, readAwsProfiles } from './aws-profiles.ts'
import { browserCommand } from './open-browser.ts'
import { openConnection } from './open-connection.ts'

let folder: string
let environment: { [name: string]: string }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'monotable-aws-'))
  environment = {
    AWS_CONFIG_FILE: join(folder, 'config'),
    AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
  }
  writeFileSync(
    join(folder, 'config'),
    `[default]
region = eu-west-1
[profile keys]
region=ap-southeast-2
[profile sso]
sso_session = company
[sso-session company]
sso_start_url = https://example.org
[profile role]
role_arn = arn:aws:iam::123456789012:role/reader
source_profile = keys
`,
  )
  writeFileSync(
    join(folder, 'credentials'),
    `[keys]
aws_access_key_id = AKID
aws_secret_access_key = secret
aws_session_token = token
[plain]
aws_access_key_id = AKID2
aws_secret_access_key = secret2
`,
  )
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('profiles', () => {
  it('come from both files, without other sections', () => {
    expect([...readAwsProfiles(environment).keys()]).toEqual(['default', 'keys', 'sso', 'role', 'plain'])
  })

  it('may be missing altogether', () => {
    const absent = {
      AWS_CONFIG_FILE: join(folder, 'absent'),
      AWS_SHARED_CREDENTIALS_FILE: join(folder, 'absent'),
    }
    expect([...readAwsProfiles(absent).keys()]).toEqual([])
  })

  it('provide their keys', async () => {
    expect(await profileCredentials('keys', environment)()).toEqual({
      accessKeyId: 'AKID',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    })
    expect(await profileCredentials('plain', environment)()).toEqual({
      accessKeyId: 'AKID2',
      secretAccessKey: 'secret2',
    })
  })

  it('provide keys that were written in the meantime, so that a new sign-in takes effect', async () => {
    const file = join(folder, 'signed-in')
    const write = (token: string) =>
      writeFileSync(
        file,
        `[keys]\naws_access_key_id=A\naws_secret_access_key=s\naws_session_token=${token}\n`,
      )
    write('first')
    const credentials = profileCredentials('keys', { ...environment, AWS_SHARED_CREDENTIALS_FILE: file })
    expect(await credentials()).toMatchObject({ sessionToken: 'first' })
    write('second')
    expect(await credentials()).toMatchObject({ sessionToken: 'second' })
    rmSync(file)
    expect(await credentials()).toMatchObject({ accessKeyId: 'A' })
  })

  it('that do not exist are reported', () => {
    expect(() => profileCredentials('absent', environment)).toThrow('There is no profile "absent"')
  })

  it('are used in their region, or in another', async () => {
    const own = await openConnection({ kind: 'aws', profile: 'keys' }, environment)
    expect(own).toMatchObject({
      kind: 'aws',
      region: 'ap-southeast-2',
      address: 'https://dynamodb.ap-southeast-2.amazonaws.com',
    })
    const other = await openConnection({ kind: 'aws', profile: 'keys', region: 'cn-north-1' }, environment)
    expect(other.address).toBe('https://dynamodb.cn-north-1.amazonaws.com.cn')
    await expect(openConnection({ kind: 'aws', profile: 'absent' }, environment)).rejects.toMatchObject({
      name: 'Profile',
      status: 409,
    })
  })
})

it.each([
  ['linux', ['xdg-open', 'http://127.0.0.1/']],
  ['darwin', ['open', 'http://127.0.0.1/']],
  ['win32', ['cmd', '/c', 'start', '""', 'http://127.0.0.1/']],
] as const)('%s opens a link with %j', (platform, command) => {
  expect(browserCommand(platform, 'http://127.0.0.1/')).toEqual(command)
})
