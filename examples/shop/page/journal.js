import { element, fill } from './element.js'

/* What the last things that were done here asked the database for: keys, and units. */

const kept = 12
const entries = []

/** Writes down the requests of something that was done. */
export function note(title, requests = []) {
  if (requests.length === 0) return
  entries.unshift({ title, requests })
  entries.length = Math.min(entries.length, kept)
  show()
}

/** Shows them at the foot of the page. */
export function show() {
  const journal = document.getElementById('journal')
  const [last] = entries
  if (last === undefined) return
  const isOpen = journal.querySelector('details')?.open ?? false
  const what = last.requests.map((request) => `${nameOf(request)}  ${request.keys[0]}`).join(',  ')
  fill(
    journal,
    element(
      'details',
      { open: isOpen },
      element(
        'summary',
        { id: 'journal-summary' },
        element('span', { class: 'lead' }, 'Last request'),
        element('code', {}, what),
        element('span', { class: 'units' }, unitsOf(last.requests)),
      ),
      element('ol', {}, ...entries.map(showEntry)),
    ),
  )
}

function showEntry({ title, requests }) {
  return element(
    'li',
    {},
    element('p', {}, element('span', {}, title), element('span', { class: 'units' }, unitsOf(requests))),
    ...requests.map((request) =>
      element(
        'div',
        { class: request.refused ? 'request refused' : 'request' },
        element('b', {}, nameOf(request)),
        request.refused ? element('i', {}, 'refused') : undefined,
        ...request.keys.map((key) => element('code', { class: 'key' }, key)),
      ),
    ),
  )
}

function nameOf({ operation, index }) {
  return index ? `${operation} ${index}` : operation
}

function unitsOf(requests) {
  const sum = (kind) => requests.reduce((all, request) => all + request[kind], 0)
  const parts = ['read', 'write'].filter((kind) => sum(kind) > 0).map((kind) => `${sum(kind)} ${kind}`)
  return parts.length === 0 ? 'no units' : `${parts.join(' + ')} units`
}
