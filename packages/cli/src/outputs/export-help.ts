import { wherePart } from '../transfer/transfer-help.ts'

/** What `monotable export <format> --help` prints. */
export const exportModelHelp = `Writes a model as something that others read.

Usage: monotable export <format> <model file> [options]

Formats:
  cloudformation    a template with its tables, as JSON, or as YAML with --yaml
  cdk               a construct of the AWS CDK, in TypeScript
  terraform         a configuration of Terraform, for the provider of AWS from 6.29 on
  create-table      the input of CreateTable, for "aws dynamodb create-table --cli-input-json"
  iam               a policy with the least that its entities and patterns need
  nosql-workbench   a file of NoSQL Workbench, with a facet for each entity

Options:
      --out <file>          the file to write (default: standard output)
      --json                print one line of JSON about what was written, for programs
  -h, --help                show this

Of tables (cloudformation, cdk, terraform, create-table):
      --read-units <n> --write-units <n>
                            provisioned capacity, of the table and each index (default: paid by request)
      --stream <kind>       a stream: NEW_AND_OLD_IMAGES, NEW_IMAGE, OLD_IMAGE or KEYS_ONLY
      --recovery            restore to any moment of the last 35 days
      --protection          no deletion until this is taken back
      --table <name>        this table of the model alone
      --period <name>       the period, such as 2026-01, of a table that is one for each period

Of iam:
      --only <names>        these entities and patterns alone: account,Order
      --read-only           entities can be read, not written
      --handler             for a handler of the streams too: it reads them, and keeps what follows from changes
      --region <name> --account <number>
                            the tables of one region or account (default: all)

Of nosql-workbench:
      --name <text>         what the model is called
      --base <file>         a file of NoSQL Workbench that is written anew: what the model knows nothing of stays
      --items <number>      so many items of each table at most, when --endpoint, --path or --postgres
                            is given (default: 1000)

${wherePart}
Examples:
  monotable export cloudformation model.ts --yaml --recovery --out template.yaml
  monotable export terraform model.ts --stream NEW_AND_OLD_IMAGES > tables.tf
  monotable export iam model.ts --only account,orders --region eu-west-1 --account 123456789012
  monotable export nosql-workbench model.ts --path .monotable --out shop.json
`
