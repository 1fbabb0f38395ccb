import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A record as it arrived. */
export interface ArrivedRecord {
  readonly partitionKey: string
  readonly text: string
}

/** What the stand-in does with a request instead of answering like Kinesis. */
export type Misdeed = (response: ServerResponse) => void

/** A fake Kinesis: it checks signatures and can be told to misbehave. */
export class StandInKinesis {
  readonly arrived: ArrivedRecord[] = []
  /** What was wrong with the requests received. */
  readonly faults: string[] = []
  status = 'ACTIVE'
  misdeed: Misdeed | undefined
  /** Whether a record is refused. */
  refuses: (record: ArrivedRecord) => boolean = () => false
  readonly #secret: string
  #server: Server | undefined
  #port = 0

  constructor(secret: string) {
    this.#secret = secret
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Starts listening; after a stop, on the same port as before. */
  async start(): Promise<void> {
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close')
    this.#server?.close()
    this.#server?.closeAllConnections()
    await closed
  }

  /** Returns the data of the records, parsed as JSON. */
  told() {
    return this.arrived.map(({ text }) => JSON.parse(text))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await wholeBody(request)
    if (body === undefined) return
    const fault = signatureFault(request, body, this.#secret)
    if (fault !== undefined) this.faults.push(fault)
    if (this.misdeed !== undefined) return this.misdeed(response)
    const input = JSON.parse(body)
    if (input.StreamName !== 'changes' || !input.StreamARN.endsWith(':stream/changes')) {
      return reply(response, 400, { __type: 'ResourceNotFoundException', message: 'no such stream' })
    }
    if (request.headers['x-amz-target'] === 'Kinesis_20131202.DescribeStreamSummary') {
      return reply(response, 200, { StreamDescriptionSummary: { StreamStatus: this.status } })
    }
    if (input.Records.length > 500) this.faults.push('more than 500 records')
    const Records = input.Records.map((given: { PartitionKey: string; Data: string }) => {
      const record = { partitionKey: given.PartitionKey, text: Buffer.from(given.Data, 'base64').toString() }
      if (this.refuses(record)) {
        return { ErrorCode: 'ProvisionedThroughputExceededException', ErrorMessage: 'Rate exceeded' }
      }
      this.arrived.push(record)
      return { SequenceNumber: String(this.arrived.length), ShardId: 'shardId-000000000000' }
    })
    const failed = Records.filter((record: object) => 'ErrorCode' in record).length
    reply(response, 200, { FailedRecordCount: failed, Records })
  }
}

/** Returns the body of a request; `undefined` when its sender was killed before sending all of it. */
async function wholeBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  try {
    for await (const part of request) parts.push(part)
  } catch {
    return undefined
  }
  return request.complete ? Buffer.concat(parts).toString() : undefined
}

function reply(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer))
}

/** Returns what is wrong with the Signature Version 4 of a request to Kinesis, computed from AWS's specification. */
function signatureFault({ headers, url }: IncomingMessage, body: string, secret: string): string | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/kinesis\/aws4_request, SignedHeaders=([^,]+), Signature=(\w{64})$/
  const [, date = '', region = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  if (signature === undefined) return `no signature for Kinesis: ${headers.authorization}`
  if (headers['content-type'] !== 'application/x-amz-json-1.1')
    return `content-type ${headers['content-type']}`
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = ['POST', url, '', lines.join(''), names, sha256(body)].join('\n')
  const scope = `${date}/${region}/kinesis/aws4_request`
  const text = `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${scope}\n${sha256(canonical)}`
  let key: string | Buffer = `AWS4${secret}`
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest()
  const expected = createHmac('sha256', key).update(text).digest('hex')
  return expected === signature ? undefined : 'the signature is wrong'
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
