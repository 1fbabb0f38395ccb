import { hasBytes, readLiteral } from './literal.ts'
import { localCredentials, type SnippetCall, type SnippetTarget } from './snippet.ts'
import { type LiteralStyle, quoteText, writeLiteral } from './write-literal.ts'

const pythonStyle: LiteralStyle = {
  none: 'None',
  yes: 'True',
  no: 'False',
  indent: '    ',
  text: quotePython,
  name: quotePython,
  bytes: (base64) => `base64.b64decode(${quotePython(base64)})`,
  // boto3 accepts a point in time as seconds.
  date: String,
}

/** Writes a complete Python program that uses boto3. */
export function pythonSnippet(call: SnippetCall, target: SnippetTarget): string {
  const literal = readLiteral(call.operation, call.input)
  const members = literal.kind === 'map' ? literal.members : []
  const inputs = members.map(([name, value]) => `    ${name}=${writeLiteral(value, pythonStyle, '    ')},\n`)
  return [
    ...(hasBytes(literal) ? ['import base64'] : []),
    'from pprint import pprint',
    '',
    'import boto3',
    '',
    writeClient(target),
    '',
    `output = client.${snakeCase(call.operation)}(${inputs.length === 0 ? '' : `\n${inputs.join('')}`})`,
    'pprint(output)',
    '',
  ].join('\n')
}

function writeClient({ endpoint, region, profile }: SnippetTarget): string {
  const session = profile === undefined ? 'boto3' : `boto3.Session(profile_name=${quotePython(profile)})`
  const lines = [
    "'dynamodb'",
    ...(endpoint === undefined ? [] : [`endpoint_url=${quotePython(endpoint)}`]),
    `region_name=${quotePython(region)}`,
    ...(endpoint === undefined || profile !== undefined
      ? []
      : [
          `aws_access_key_id='${localCredentials.accessKeyId}'`,
          `aws_secret_access_key='${localCredentials.secretAccessKey}'`,
        ]),
  ]
  return `client = ${session}.client(\n${lines.map((line) => `    ${line},\n`).join('')})`
}

/** Quotes text as for JavaScript, since the escapes are the same; characters beyond 16 bits are not escaped. */
function quotePython(value: string): string {
  return quoteText(value)
}

/** Converts `BatchGetItem` to `batch_get_item`. */
function snakeCase(operation: string): string {
  return operation.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}
