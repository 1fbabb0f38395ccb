import { request } from 'node:http'
import { requestHeaders } from './wire-request.mjs'

/**
 * Runs one operation on a server, outside of any measurement.
 * @param {number} port
 * @param {string} target
 * @param {object} input
 * @returns {Promise<any>}
 */
export async function call(port, target, input) {
  const { status, text } = await post(port, target, JSON.stringify(input))
  if (status !== 200) throw new Error(`${target} was answered with ${status}: ${text.slice(0, 500)}`)
  return text === '' ? {} : JSON.parse(text)
}

/**
 * @param {number} port
 * @param {string} target
 * @param {string} body
 * @returns {Promise<{ status: number | undefined, text: string }>}
 */
function post(port, target, body) {
  const options = {
    host: '127.0.0.1',
    port,
    method: 'POST',
    headers: requestHeaders(target, body),
    agent: false,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (incoming) => {
      incoming.setEncoding('utf8')
      let text = ''
      incoming.on('data', (/** @type {string} */ chunk) => {
        text += chunk
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode, text }))
      incoming.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
