export { describeModel } from './documents/describe-model.ts'
export type { DocumentFacts, DocumentFinding } from './documents/document-facts.ts'
export { htmlDocument } from './documents/html-document.ts'
export { markdownDocument } from './documents/markdown-document.ts'
export type * from './documents/model-description.ts'
export {
  compareLock,
  type LockedFacts,
  type SchemaDrift,
  type SchemaLock,
  schemaLock,
} from './documents/schema-lock.ts'
export { buildModel } from './interchange/build-model.ts'
export { modelSource } from './interchange/model-source.ts'
export { type ReadCloudFormation, readCloudFormation } from './interchange/read-cloudformation.ts'
export type { JsonItem } from './interchange/read-items.ts'
export { readWorkbenchFile, type WorkbenchFile } from './interchange/read-workbench-file.ts'
export type { FileMessage } from './interchange/reading.ts'
export {
  type WorkbenchFileOptions,
  type WrittenWorkbenchFile,
  writeWorkbenchFile,
} from './interchange/write-workbench-file.ts'
export { cdkSource } from './templates/cdk-source.ts'
export { type CloudFormationTemplate, cloudFormationTemplate } from './templates/cloudformation-template.ts'
export { type DescribedTableInput, describedTableInput } from './templates/described-table-input.ts'
export { formatYaml } from './templates/format-yaml.ts'
export { type IamOptions, type IamPolicy, type IamStatement, iamPolicy } from './templates/iam-policy.ts'
export type { TableSettings } from './templates/table-settings.ts'
export { terraformConfiguration } from './templates/terraform-configuration.ts'
