import { element } from './element.js'
import { formatMs, formatUnits } from './format.js'

const kept = 60

/** Shows what each action took: the last one large, and those before it below. */
export function createJournal(last, list) {
  return (title, design, cost, stream) => {
    last.replaceChildren(lastAction(title, cost, stream))
    list.prepend(entry(title, design, cost, stream))
    while (list.children.length > kept) list.lastElementChild.remove()
  }
}

function lastAction(title, cost, stream) {
  const shown = element('div', { class: 'figures' })
  const figure = (value, name) =>
    element('div', { class: 'figure' }, element('strong', {}, value), element('span', {}, name))
  shown.append(
    figure(formatUnits(cost.requests), cost.requests === 1 ? 'request' : 'requests'),
    figure(formatMs(cost.ms), 'ms'),
    figure(formatUnits(cost.read), 'read units'),
    figure(formatUnits(cost.write), 'write units'),
  )
  const operations = Object.entries(cost.operations).map(([name, count]) =>
    element('span', { class: 'operation' }, element('b', {}, `${count} ×`), ` ${name}`),
  )
  const later = stream && element('p', { class: 'later' }, `Then the stream: ${short(stream)}`)
  return element(
    'div',
    {},
    element('h2', {}, title),
    shown,
    element('p', { class: 'operations' }, ...operations),
    later,
  )
}

function entry(title, design, cost, stream) {
  return element(
    'li',
    {},
    element('span', { class: 'what' }, title),
    element('span', { class: 'where' }, design),
    element('span', { class: 'cost' }, short(cost)),
    stream && element('span', { class: 'cost' }, `stream: ${short(stream)}`),
  )
}

function short({ requests, read, write, ms }) {
  const parts = [`${formatUnits(requests)} req`]
  if (read > 0) parts.push(`${formatUnits(read)} read`)
  if (write > 0) parts.push(`${formatUnits(write)} write`)
  return [...parts, `${formatMs(ms)} ms`].join(' · ')
}
