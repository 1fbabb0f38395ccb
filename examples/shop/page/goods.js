import { element, fill, icon } from './element.js'
import { money } from './format.js'

const mostPieces = 99

/** The goods, each with how many of it are in the basket. `change` is called with a good's id and the new number. */
export function showGoods(section, goods, change) {
  const cards = goods.map((good) => createCard(good, change))
  fill(
    section,
    element('h2', { id: 'goods-title' }, 'Goods'),
    element('ul', {}, ...cards.map(({ card }) => card)),
  )
  return (basket) => {
    for (const { itemId, update } of cards) update(basket.get(itemId) ?? 0)
  }
}

function createCard({ itemId, description, price }, change) {
  const [name, ...more] = description.split(', ')
  let pieces = 0
  const step = (by) => () => change(itemId, Math.min(mostPieces, Math.max(0, pieces + by)))
  const number = element('output', {}, '0')
  const less = element('button', { type: 'button', 'aria-label': `One ${name} less`, onclick: step(-1) }, '−')
  const add = element('button', { type: 'button', 'aria-label': `One ${name} more`, onclick: step(1) }, '+')
  const card = element(
    'li',
    { class: 'good' },
    element('div', { class: 'tile' }, icon(itemId), element('div', { class: 'stepper' }, less, number, add)),
    element('h3', {}, name),
    more.length === 0 ? undefined : element('p', {}, more.join(', ')),
    element('span', { class: 'price' }, money(price)),
  )
  const update = (next) => {
    pieces = next
    number.textContent = String(next)
    card.classList.toggle('chosen', next > 0)
    less.disabled = next === 0
  }
  update(0)
  return { itemId, card, update }
}
