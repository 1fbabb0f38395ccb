import { wherePart } from '../transfer/transfer-help.ts'

/** What `monotable export <format> --help` prints. */
export const exportModelHelp = `Converts a model to a format that other tools read.

Usage: monotable export <format> <model file> [options]

Formats:
  cloudformation    a template with its tables, as JSON, or as YAML with --yaml
  cdk               a construct of the AWS CDK, in TypeScript
  terraform         a Terraform configuration, for version 6.29 or later of the AWS provider
  create-table      the input of CreateTable, for "aws dynamodb create-table --cli-input-json"
  iam               a policy with the least permissions that its entities and patterns need
  nosql-workbench   a NoSQL Workbench file, with a facet for each entity

Options:
      --out <file>          the file to write (default: standard output)
      --json                print one line of JSON about what was written, for programs
  -h, --help                show this help

For tables (cloudformation, cdk, terraform, create-table):
      --read-units <n> --write-units <n>
                            provisioned capacity of the table and of each index (default: on demand)
      --stream <kind>       add a stream: NEW_AND_OLD_IMAGES, NEW_IMAGE, OLD_IMAGE or KEYS_ONLY
      --recovery            turn on point-in-time recovery (the last 35 days)
      --protection          turn on deletion protection
      --table <name>        only this table of the model
      --period <name>       the period, such as 2026-01, of a model that has a table for each period

For iam:
      --only <names>        only these entities and patterns: account,Order
      --read-only           allow reading entities, not writing them
      --handler             also allow what a stream handler needs: reading the streams, and writing what is derived
      --region <name> --account <number>
                            only the tables of this region or account (default: all)

For nosql-workbench:
      --name <text>         name of the model
      --base <file>         a NoSQL Workbench file to update: whatever the model does not cover stays as it is
      --items <number>      most items of each table to include with --endpoint, --path or --postgres
                            (default: 1000)

${wherePart}
Examples:
  monotable export cloudformation model.ts --yaml --recovery --out template.yaml
  monotable export terraform model.ts --stream NEW_AND_OLD_IMAGES > tables.tf
  monotable export iam model.ts --only account,orders --region eu-west-1 --account 123456789012
  monotable export nosql-workbench model.ts --path .monotable --out shop.json
`
