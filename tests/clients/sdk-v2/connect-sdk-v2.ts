import './without-notice.ts'
import DynamoDB from 'aws-sdk/clients/dynamodb.js'
import { credentials, region } from '../serve-database.ts'

/** The low-level client of the AWS SDK v2. */
export function connectSdkV2(endpoint: string, options: DynamoDB.ClientConfiguration = {}): DynamoDB {
  return new DynamoDB({ apiVersion: '2012-08-10', endpoint, region, ...credentials, ...options })
}

/** The document client of the AWS SDK v2. */
export function connectDocumentClientV2(
  endpoint: string,
  options: DocumentClientOptions = {},
): DynamoDB.DocumentClient {
  return new DynamoDB.DocumentClient({ service: connectSdkV2(endpoint), ...options })
}

type DocumentClientOptions = DynamoDB.DocumentClient.DocumentClientOptions & {
  readonly wrapNumbers?: boolean
}
