import type { Answer } from './answer.ts'
import type { ReceivedRequest } from './server-request.ts'

const exposed = 'x-amzn-RequestId,x-amzn-ErrorType,x-amz-crc32,Date'

/** DynamoDB's answer to a browser that asks whether it may send a request. */
export function answerPreflight(request: ReceivedRequest): Answer {
  const wantedHeaders = request.headers.get('access-control-request-headers')
  const wantedMethod = request.headers.get('access-control-request-method')
  return {
    status: 200,
    contentType: undefined,
    body: '',
    extraHeaders: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': exposed,
      'Access-Control-Max-Age': '172800',
      ...(wantedHeaders === undefined ? {} : { 'Access-Control-Allow-Headers': wantedHeaders }),
      ...(wantedMethod === undefined ? {} : { 'Access-Control-Allow-Methods': wantedMethod }),
    },
  }
}

/** Lets a page of any origin read an answer. */
export function allowAnyOrigin(answer: Answer): Answer {
  return {
    ...answer,
    extraHeaders: {
      ...answer.extraHeaders,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': exposed,
    },
  }
}
