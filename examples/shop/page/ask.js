import { note } from './journal.js'

/** Asks the API. What it refuses is thrown, with a message for people. */
export async function ask(method, path, body) {
  let answer
  try {
    const response = await fetch(path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    answer = await response.json()
  } catch {
    throw new Error('The shop does not answer. Is it still running?')
  }
  note(`${method} ${decodeURI(path).replace(/\?.*/, '')}`, answer.requests)
  if (answer.error) throw new Error(answer.error.message)
  return answer
}

/** A path of the API with names in it. */
export function path(strings, ...names) {
  return String.raw({ raw: strings }, ...names.map(encodeURIComponent))
}

let hiding

/** Says something, for a while. */
export function say(message, kind = 'done') {
  const toast = document.getElementById('toast')
  toast.textContent = message
  toast.className = `toast ${kind} shown`
  clearTimeout(hiding)
  hiding = setTimeout(() => toast.classList.remove('shown'), kind === 'done' ? 4_000 : 8_000)
}

/** Does something, with a button that cannot be pressed meanwhile; says what went wrong. */
export async function busy(button, work) {
  button.disabled = true
  try {
    return await work()
  } catch (error) {
    say(error.message, 'wrong')
  } finally {
    button.disabled = false
  }
}
