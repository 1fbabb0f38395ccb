import { hasBytes, readLiteral } from './literal.ts'
import { localCredentials, type SnippetCall, type SnippetTarget } from './snippet.ts'

/** The longest argument that every Unix accepts; longer input is passed as a here-document. */
const longestArgument = 60_000

/** A member that can be an option. Requests of others, and files, may have members of any name. */
const memberForm = /^[A-Za-z][A-Za-z0-9]*$/

/** Whether the CLI would read a text from the file or the address that it names. */
function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^(?:fileb?|https?):\/\//i.test(value)
}

/** The operations that the AWS CLI would read to the last page, while one call reads one page. */
const paged: ReadonlySet<string> = new Set(['Query', 'Scan'])

/**
 * Writes a bash command that calls the AWS CLI.
 *
 * Version 1 of the CLI takes the base64 text of a binary value for the value itself, and would silently store something
 * else. The option `--cli-binary-format` makes it fail instead; version 2 knows the option.
 */
export function cliSnippet(call: SnippetCall, target: SnippetTarget): string {
  const words = [
    `aws dynamodb ${kebabCase(call.operation)}`,
    ...writeTarget(target),
    ...(paged.has(call.operation) ? ['--no-paginate'] : []),
    ...(hasBytes(readLiteral(call.operation, call.input)) ? ['--cli-binary-format base64'] : []),
  ]
  const members = Object.entries(call.input).filter(([, value]) => value !== undefined)
  const inputs = members.map(([name, value]) => writeOption(name, value))
  const isDocument =
    inputs.some((word) => word.length > longestArgument) ||
    members.some(([name, value]) => !memberForm.test(name) || isAddress(value))
  const command = [...words, ...(isDocument ? ['--cli-input-json file:///dev/stdin'] : inputs)].join(
    ' \\\n  ',
  )
  const credentials =
    target.endpoint === undefined || target.profile !== undefined
      ? ''
      : `AWS_ACCESS_KEY_ID=${localCredentials.accessKeyId} AWS_SECRET_ACCESS_KEY=${localCredentials.secretAccessKey} \\\n`
  // A line of JSON is never just `JSON`, so nothing in it can end the document.
  const document = isDocument ? ` <<'JSON'\n${JSON.stringify(call.input)}\nJSON` : ''
  return `${credentials}${command}${document}\n`
}

function writeTarget({ endpoint, region, profile }: SnippetTarget): string[] {
  return [
    ...(endpoint === undefined ? [] : [`--endpoint-url ${quoteWord(endpoint)}`]),
    `--region ${quoteWord(region)}`,
    ...(profile === undefined ? [] : [`--profile ${quoteWord(profile)}`]),
  ]
}

function writeOption(name: string, value: unknown): string {
  const option = kebabCase(name)
  if (value === true) return `--${option}`
  if (value === false) return `--no-${option}`
  if (typeof value === 'number') return `--${option} ${value}`
  return `--${option} ${quoteWord(typeof value === 'string' ? value : JSON.stringify(value))}`
}

/** Quotes a text as one word for bash, whatever it contains. */
export function quoteWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Converts `BatchGetItem` to `batch-get-item`, `SSESpecification` to `sse-specification`. */
function kebabCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase()
}
