import { ConfigurationError } from '@monotable/server'
import { readText } from '../read-text.ts'

/** The short forms of CloudFormation functions: `!Ref x`, `!Sub '…'`, `!GetAtt a.b`. */
const shortTags = [
  ...['And', 'Base64', 'Cidr', 'Equals', 'FindInMap', 'GetAZs', 'If', 'ImportValue', 'Join', 'Length'],
  ...['Not', 'Or', 'Select', 'Split', 'Sub', 'ToJsonString', 'Transform', 'GetAtt', 'Ref', 'Condition'],
]

/** Reads a JSON file, or a YAML file if its name says so; throws an explanation if it cannot be read. */
export async function readDocument(file: string): Promise<unknown> {
  // Some editors begin a file with a byte order mark.
  const text = readText(file).replace(/^\ufeff/, '')
  const isYaml = /\.ya?ml$|\.template$/i.test(file) && !text.trimStart().startsWith('{')
  try {
    return isYaml ? await parseYaml(text) : JSON.parse(text)
  } catch (cause) {
    const message = `${file} is not ${isYaml ? 'YAML' : 'JSON'}: ${(cause as Error).message}`
    throw new ConfigurationError(message, { cause })
  }
}

async function parseYaml(text: string): Promise<unknown> {
  const { parse } = await import('yaml')
  const customTags = shortTags.flatMap((name) => {
    const wrap = (value: unknown) => ({ [longName(name)]: name === 'GetAtt' ? attributePath(value) : value })
    const tag = `!${name}`
    return [
      { tag, resolve: (value: string) => wrap(value) },
      { tag, collection: 'seq' as const, resolve: (value: unknown) => wrap(plain(value)) },
      { tag, collection: 'map' as const, resolve: (value: unknown) => wrap(plain(value)) },
    ]
  })
  // A few aliases of aliases can expand to a document of any size.
  return parse(text, { customTags, maxAliasCount: 100 })
}

/** Returns the contents of one of the parser's collections. */
function plain(value: unknown): unknown {
  return (value as { toJSON(): unknown }).toJSON()
}

function longName(name: string): string {
  return name === 'Ref' || name === 'Condition' ? name : `Fn::${name}`
}

function attributePath(value: unknown): unknown {
  return typeof value === 'string' ? value.split('.') : value
}
