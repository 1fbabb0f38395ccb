import type { ModelDescription, TableDescription } from '../documents/model-description.ts'
import { setOwn } from '../util/own-property.ts'
import { describedTableInput } from './described-table-input.ts'
import type { TableSettings } from './table-settings.ts'
import { capitalWords, createNames } from './unique-names.ts'

/** A CloudFormation template, as a JSON value. */
export interface CloudFormationTemplate {
  readonly AWSTemplateFormatVersion: '2010-09-09'
  readonly Description: string
  readonly Resources: { readonly [logicalId: string]: object }
  readonly Outputs: { readonly [name: string]: object }
}

/**
 * Returns the tables of a model as a CloudFormation template. Tables outlive their stack: their data is worth more than
 * the stack.
 *
 * @example
 * import { model, shape, table } from '@monotable/model'
 * import { describeModel } from '@monotable/model/outputs'
 * const notes = table('Notes', { key: { pk: 'PK' } })
 * const Note = notes.entity('Note', { schema: shape<{ id: string }>(), key: { pk: 'NOTE#{id}' } })
 * const template = cloudFormationTemplate(describeModel(model({ entities: { Note } })))
 * Object.keys(template.Resources)
 * // ['NotesTable']
 */
export function cloudFormationTemplate(
  { tables }: ModelDescription,
  settings: TableSettings = {},
): CloudFormationTemplate {
  const Resources: { [logicalId: string]: object } = {}
  const Outputs: { [name: string]: object } = {}
  const logicalId = createNames((name) => `${capitalWords(name)}Table`)
  for (const table of tables) {
    const id = logicalId(table.name)
    setOwn(Resources, id, tableResource(table, settings))
    setOwn(Outputs, `${id}Name`, { Value: { Ref: id } })
    setOwn(Outputs, `${id}Arn`, { Value: { 'Fn::GetAtt': [id, 'Arn'] } })
    if (settings.stream) setOwn(Outputs, `${id}StreamArn`, { Value: { 'Fn::GetAtt': [id, 'StreamArn'] } })
  }
  const names = tables.map(({ name }) => name).join(', ')
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    // CloudFormation allows 1,024 bytes.
    Description: `DynamoDB: ${names}`.slice(0, 500),
    Resources,
    Outputs,
  }
}

function tableResource(table: TableDescription, settings: TableSettings): object {
  const { StreamSpecification: stream, ...input } = describedTableInput(table, settings)
  return {
    Type: 'AWS::DynamoDB::Table',
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      ...input,
      ...(table.ttlAttribute !== undefined && {
        TimeToLiveSpecification: { AttributeName: table.ttlAttribute, Enabled: true },
      }),
      // Unlike CreateTable, CloudFormation has no field to enable a stream: describing one enables it.
      ...(stream && { StreamSpecification: { StreamViewType: stream.StreamViewType } }),
      ...(settings.recovery === true && {
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    },
  }
}
