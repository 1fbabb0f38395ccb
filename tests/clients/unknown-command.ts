import { ListTablesCommand } from '@aws-sdk/client-dynamodb'

/**
 * A command for an operation that AWS may add one day. In process the schema names the operation, on the wire the
 * target.
 */
export function unknownCommand(): ListTablesCommand {
  const command = new ListTablesCommand({})
  const { schema } = command as unknown as { readonly schema: unknown[] }
  Object.assign(command, { schema: schema.with(2, 'ListWishes') })
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: { [name: string]: string } }
      headers['x-amz-target'] = 'DynamoDB_20120810.ListWishes'
      return next(args)
    },
    { step: 'build', priority: 'low' },
  )
  return command
}
