import type {
  ImportTableDescription,
  InputCompressionType,
  InputFormat,
  InputFormatOptions,
  S3BucketSource,
  TableCreationParameters,
} from './import-description.ts'

/** The parameters of ImportTable. */
export interface ImportTableInput {
  readonly S3BucketSource: S3BucketSource
  readonly InputFormat: InputFormat
  readonly TableCreationParameters: TableCreationParameters
  readonly ClientToken?: string | undefined
  readonly InputFormatOptions?: InputFormatOptions | undefined
  readonly InputCompressionType?: InputCompressionType | undefined
}

/** The answer of ImportTable. */
export interface ImportTableOutput {
  readonly ImportTableDescription: ImportTableDescription
}
