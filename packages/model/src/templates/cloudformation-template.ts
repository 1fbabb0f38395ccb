import type { ModelDescription, TableDescription } from '../documents/model-description.ts'
import { setOwn } from '../util/own-property.ts'
import { describedTableInput } from './described-table-input.ts'
import type { TableSettings } from './table-settings.ts'
import { capitalWords, createNames } from './unique-names.ts'

/** A template of CloudFormation, as JSON holds it. */
export interface CloudFormationTemplate {
  readonly AWSTemplateFormatVersion: '2010-09-09'
  readonly Description: string
  readonly Resources: { readonly [logicalId: string]: object }
  readonly Outputs: { readonly [name: string]: object }
}

/**
 * The tables of a model as a template of CloudFormation. A table outlives its stack: what is in it is worth more than
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
    // CloudFormation takes 1,024 bytes of it.
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
      // Unlike CreateTable, CloudFormation does not ask whether a stream that is described is wanted.
      ...(stream && { StreamSpecification: { StreamViewType: stream.StreamViewType } }),
      ...(settings.recovery === true && {
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    },
  }
}
