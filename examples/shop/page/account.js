import { element, fill, icon } from './element.js'
import { count, day, line, money } from './format.js'

/** What can be done with an order, by its status: the shop's side of the counter. */
const steps = {
  PLACED: [
    ['SHIPPED', 'Mark as shipped'],
    ['CANCELLED', 'Cancel the order'],
  ],
  SHIPPED: [['DELIVERED', 'Mark as delivered']],
}

/** The latest orders, the newest first; one of them can be open. */
export function showOrders(section, state, { open, more, change }) {
  const { customer, orders, next } = state
  fill(
    section,
    element('h2', { id: 'orders-title' }, `Orders of ${customer.name}`),
    orders.length === 0
      ? element('p', { class: 'empty' }, 'No orders yet. The first one will stand here.')
      : element('ol', {}, ...orders.map((order) => showOrder(order, state, { open, change }))),
    next === undefined
      ? undefined
      : element(
          'button',
          {
            type: 'button',
            class: 'quiet',
            id: 'older',
            onclick: ({ currentTarget }) => more(currentTarget),
          },
          'Older orders',
        ),
  )
}

function showOrder(order, { opened, detail, fresh }, { open, change }) {
  const { orderId, createdAt, numberItems, amount, status } = order
  const isOpen = orderId === opened
  return element(
    'li',
    { class: orderId === fresh ? 'order fresh' : 'order' },
    element(
      'button',
      {
        type: 'button',
        class: 'head',
        id: `order-${orderId}`,
        'aria-expanded': String(isOpen),
        onclick: () => open(isOpen ? undefined : orderId),
      },
      element('span', { class: 'day' }, day(createdAt)),
      element('span', { class: 'number' }, count(numberItems, 'good')),
      element('span', { class: `status ${status.toLowerCase()}` }, statusText(status)),
      element('span', { class: 'price' }, money(amount)),
      icon('down'),
    ),
    isOpen ? showDetail(order, detail, change) : undefined,
  )
}

function showDetail(order, items, change) {
  const { orderId, shipTo, status } = order
  return element(
    'div',
    { class: 'detail' },
    items === undefined
      ? element('p', { class: 'empty' }, 'One moment…')
      : element('ul', { class: 'lines' }, ...items.map(showItem)),
    element(
      'dl',
      {},
      element('dt', {}, 'Address'),
      element('dd', {}, line(shipTo)),
      element('dt', {}, 'Order'),
      element('dd', {}, element('code', {}, orderId)),
    ),
    element(
      'div',
      { class: 'steps' },
      ...(steps[status] ?? []).map(([next, label]) =>
        element(
          'button',
          {
            type: 'button',
            class: 'quiet',
            id: `step-${next}-${orderId}`,
            onclick: ({ currentTarget }) => change(order, next, currentTarget),
          },
          label,
        ),
      ),
    ),
  )
}

function showItem({ description, price, quantity }) {
  return element(
    'li',
    {},
    element('span', { class: 'quantity' }, `${quantity} ×`),
    element('span', {}, description),
    element('span', { class: 'price' }, money((Math.round(price * 100) * quantity) / 100)),
  )
}

function statusText(status) {
  return status.slice(0, 1) + status.slice(1).toLowerCase()
}
