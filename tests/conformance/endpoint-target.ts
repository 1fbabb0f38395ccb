import { createHttpClient } from './http-client.ts'
import type { Target } from './target.ts'

/** The endpoint that `ENDPOINT` names, with the credentials of the environment. */
export function endpointTarget(endpoint: string, environment: NodeJS.ProcessEnv): Target {
  const region = environment['AWS_REGION'] ?? 'us-east-1'
  const client = createHttpClient({
    endpoint,
    region,
    accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? 'conformance',
    secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? 'conformance',
    sessionToken: environment['AWS_SESSION_TOKEN'],
  })
  return {
    wording: environment['MESSAGES'] === 'classic' ? 'classic' : 'current',
    region,
    call: (operation, input, region) => client.call(operation, input, region),
    pollDelayMs: endpoint.includes('amazonaws') ? 1000 : 20,
    prefix: `conformance_${Date.now().toString(36)}_`,
    close: async () => client.close(),
  }
}
