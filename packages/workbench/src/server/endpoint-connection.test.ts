import { expect, it } from 'vitest'
import { endpointConnection } from './endpoint-connection.ts'

const connection = (credentials: () => Promise<{ accessKeyId: string; secretAccessKey: string }>) =>
  endpointConnection({
    kind: 'aws',
    name: 'AWS, work',
    endpoint: 'http://127.0.0.1:1',
    region: 'eu-west-1',
    credentials,
    now: () => 0,
  })

it('missing keys are not reported as an unreachable server', async () => {
  const expired = connection(async () => {
    throw new Error('The SSO session has expired.')
  })
  expect(await expired.send('ListTables', {})).toEqual({
    error: {
      name: 'CredentialsError',
      message: 'There are no access keys for AWS, work: The SSO session has expired.',
    },
  })
  const lost = connection(async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }))
  expect(await lost.send('ListTables', {})).toMatchObject({ error: { name: 'NetworkError' } })
})
