import { readLiteral } from './literal.ts'
import { localCredentials, type SnippetCall, type SnippetTarget } from './snippet.ts'
import { quoteText, scriptStyle, writeLiteral } from './write-literal.ts'

/** Writes a complete program that uses the AWS SDK for JavaScript, version 3. */
export function sdkSnippet(call: SnippetCall, target: SnippetTarget): string {
  const command = `${call.operation}Command`
  const input = writeLiteral(readLiteral(call.operation, call.input), scriptStyle)
  return [
    `import { DynamoDBClient, ${command} } from '@aws-sdk/client-dynamodb'`,
    '',
    `const client = new DynamoDBClient(${writeConfig(target)})`,
    '',
    `const output = await client.send(new ${command}(${input}))`,
    'console.dir(output, { depth: null })',
    '',
  ].join('\n')
}

function writeConfig({ endpoint, region, profile }: SnippetTarget): string {
  const lines = [
    ...(endpoint === undefined ? [] : [`endpoint: ${quoteText(endpoint)}`]),
    `region: ${quoteText(region)}`,
    ...(profile === undefined ? [] : [`profile: ${quoteText(profile)}`]),
    ...(endpoint === undefined || profile !== undefined
      ? []
      : [
          `credentials: { accessKeyId: '${localCredentials.accessKeyId}', secretAccessKey: '${localCredentials.secretAccessKey}' }`,
        ]),
  ]
  return lines.length < 3 ? `{ ${lines.join(', ')} }` : `{\n${lines.map((line) => `  ${line},\n`).join('')}}`
}
