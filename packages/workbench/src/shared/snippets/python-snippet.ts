import { hasBytes, type Literal, readLiteral } from './literal.ts'
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
  return [
    ...(hasBytes(literal) ? ['import base64'] : []),
    'from pprint import pprint',
    '',
    'import boto3',
    '',
    writeClient(target),
    '',
    `output = client.${snakeCase(call.operation)}(${writeArguments(literal)})`,
    'pprint(output)',
    '',
  ].join('\n')
}

/** Writes an input as keyword arguments; members of any other name, as in files and requests of others, as a map. */
function writeArguments(input: Literal): string {
  const members = input.kind === 'map' ? input.members : []
  if (members.length === 0) return ''
  if (!members.every(([name]) => /^[A-Z][A-Za-z0-9]*$/.test(name))) {
    return `**${writeLiteral(input, pythonStyle)}`
  }
  const inputs = members.map(([name, value]) => `    ${name}=${writeLiteral(value, pythonStyle, '    ')},\n`)
  return `\n${inputs.join('')}`
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
