type Members = { readonly [name: string]: unknown }

/**
 * Writes a JSON value as YAML, in block style. Text that could be read as something else is quoted as in JSON, which
 * YAML reads in the same way.
 *
 * @example
 * formatYaml({ Type: 'AWS::DynamoDB::Table', Keys: [{ Name: 'yes' }] })
 * // 'Type: AWS::DynamoDB::Table\nKeys:\n  - Name: "yes"\n'
 */
export function formatYaml(value: unknown): string {
  return `${lines(value).join('\n')}\n`
}

function lines(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap(elementLines)
  if (isMembers(value) && Object.keys(value).length > 0) return Object.entries(value).flatMap(memberLines)
  return [scalar(value)]
}

function elementLines(element: unknown): string[] {
  return lines(element).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`)
}

function memberLines([name, value]: [string, unknown]): string[] {
  const below = lines(value)
  const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!isBlock) return [`${scalar(name)}: ${below[0]}`]
  return [`${scalar(name)}:`, ...below.map((line) => `  ${line}`)]
}

/** Plain text that every reader takes for text: YAML 1.1 has many words for true and false. */
const plain = /^(?!(?:true|false|yes|no|on|off|null|y|n)$)[A-Za-z_](?:[\w./-]|:(?=[\w:]))*$/i

function scalar(value: unknown): string {
  if (typeof value === 'string') return plain.test(value) ? value : JSON.stringify(value)
  if (Array.isArray(value)) return '[]'
  return isMembers(value) ? '{}' : String(value)
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
