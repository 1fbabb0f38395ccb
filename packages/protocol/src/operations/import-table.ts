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
  readonly ClientToken: string
  readonly S3BucketSource: S3BucketSource
  readonly InputFormat: InputFormat
  readonly TableCreationParameters: TableCreationParameters
  readonly InputFormatOptions?: InputFormatOptions | undefined
  readonly InputCompressionType?: InputCompressionType | undefined
}

/** The answer of ImportTable. */
export interface ImportTableOutput {
  readonly ImportTableDescription: ImportTableDescription
}
