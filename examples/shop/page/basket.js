import { element, fill } from './element.js'
import { count, line, money } from './format.js'

/** The basket: what is in it, where it goes, and the button. */
export function showBasket(section, state, { change, choose, addAddress, removeAddress, place }) {
  const lines = state.goods.flatMap((good) => {
    const quantity = state.basket.get(good.itemId) ?? 0
    return quantity === 0 ? [] : [{ ...good, quantity }]
  })
  const total = lines.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0) / 100
  const addresses = Object.entries(state.customer.addresses ?? {})
  const canPlace = lines.length > 0 && addresses.length > 0
  fill(
    section,
    element('h2', { id: 'basket-title', tabindex: '-1' }, 'Basket'),
    lines.length === 0
      ? element('p', { class: 'empty' }, 'Nothing in it yet. Choose some goods.')
      : element('ul', { class: 'lines' }, ...lines.map((one) => showLine(one, change))),
    element('h3', {}, 'Deliver to'),
    element(
      'div',
      { class: 'addresses', role: 'radiogroup', 'aria-label': 'Deliver to' },
      ...addresses.map((address) => showAddress(address, state.address, { choose, removeAddress })),
    ),
    addresses.length === 0 ? element('p', { class: 'empty' }, 'There is no address yet.') : undefined,
    element(
      'button',
      { type: 'button', class: 'quiet', id: 'add-address', onclick: addAddress },
      '+ Add an address',
    ),
    element('div', { class: 'total' }, element('span', {}, 'Total'), element('strong', {}, money(total))),
    element(
      'button',
      { type: 'button', class: 'primary', id: 'place', disabled: !canPlace, onclick: place },
      'Place order',
    ),
  )
  const jump = document.getElementById('to-basket')
  jump.onclick = () => section.scrollIntoView()
  jump.hidden = lines.length === 0
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  fill(jump, element('span', {}, `Basket: ${count(pieces, 'piece')}`), element('strong', {}, money(total)))
}

function showLine({ itemId, description, price, quantity }, change) {
  return element(
    'li',
    {},
    element('span', { class: 'quantity' }, `${quantity} ×`),
    element('span', {}, description.split(', ')[0]),
    element('span', { class: 'price' }, money((Math.round(price * 100) * quantity) / 100)),
    element(
      'button',
      {
        type: 'button',
        class: 'remove',
        'aria-label': `Take ${description} out`,
        onclick: () => change(itemId, 0),
      },
      '×',
    ),
  )
}

function showAddress([name, address], chosen, { choose, removeAddress }) {
  return element(
    'div',
    { class: 'address' },
    element(
      'label',
      {},
      element('input', {
        type: 'radio',
        name: 'address',
        id: `address-${name}`,
        checked: name === chosen,
        onchange: () => choose(name),
      }),
      element('span', {}, element('b', {}, name), element('span', {}, line(address))),
    ),
    element(
      'button',
      {
        type: 'button',
        class: 'remove',
        'aria-label': `Remove the address ${name}`,
        onclick: ({ currentTarget }) => removeAddress(name, currentTarget),
      },
      '×',
    ),
  )
}
