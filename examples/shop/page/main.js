import { showOrders } from './account.js'
import { ask, busy, path, say } from './ask.js'
import { showBasket } from './basket.js'
import { askForAddress, showWelcome } from './customer.js'
import { element, fill } from './element.js'
import { count } from './format.js'
import { showGoods } from './goods.js'

/* One page: who is there stands in the address (#/avocet), and everything else is asked for. */

const [who, welcome, floor, goods, basket, orders] = [
  'who',
  'welcome',
  'floor',
  'goods',
  'basket',
  'orders',
].map((id) => document.getElementById(id))

const { goods: sold, suggestions } = await ask('GET', '/api/start')
const nobody = {
  customer: undefined,
  orders: [],
  next: undefined,
  address: undefined,
  opened: undefined,
  detail: undefined,
  fresh: undefined,
}
let state = { goods: sold, basket: new Map(), ...nobody }

const updateGoods = showGoods(goods, sold, change)
addEventListener('hashchange', arrive)
await arrive()

/** Shows the account that the address names, or asks who is there. */
async function arrive() {
  // A link to a part of the page leads nowhere else.
  if (/^#[^/]/.test(location.hash)) return
  const username = decodeURIComponent(location.hash.slice(2))
  if (username === '' || !(await load(username))) leave()
}

async function load(username) {
  try {
    const { customer, orders, next } = await ask('GET', path`/api/customers/${username}`)
    const [address] = Object.keys(customer.addresses ?? {})
    state = { ...state, ...nobody, customer, orders, next, address, basket: new Map() }
    show()
    return true
  } catch (error) {
    say(error.message, 'wrong')
    return false
  }
}

function leave() {
  state = { ...state, ...nobody, basket: new Map() }
  history.replaceState(undefined, '', location.pathname)
  show()
}

function enter(username) {
  const hash = `#/${encodeURIComponent(username)}`
  if (location.hash === hash) void arrive()
  else location.hash = hash
}

function show() {
  const { customer } = state
  welcome.hidden = customer !== undefined
  floor.hidden = customer === undefined
  document.title = customer === undefined ? 'Shop' : `Shop: ${customer.name}`
  if (customer === undefined) {
    document.getElementById('to-basket').hidden = true
    fill(who)
    showWelcome(welcome, suggestions, enter)
    return
  }
  fill(
    who,
    element('span', { class: 'name' }, element('b', {}, customer.name), element('span', {}, customer.email)),
    element('button', { type: 'button', class: 'quiet', id: 'leave', onclick: leave }, 'Switch'),
  )
  updateGoods(state.basket)
  showBasket(basket, state, { change, choose, addAddress, removeAddress, place })
  showOrders(orders, state, { open, more, change: changeStatus })
}

function update(changes) {
  // What is new is shown so once.
  state = { ...state, fresh: undefined, ...changes }
  show()
}

function change(itemId, quantity) {
  const next = new Map(state.basket)
  if (quantity === 0) next.delete(itemId)
  else next.set(itemId, quantity)
  update({ basket: next })
}

function choose(address) {
  update({ address })
}

function addAddress() {
  askForAddress(state.customer.username, (address, customer) => {
    update({ customer, address: Object.hasOwn(customer.addresses, address) ? address : state.address })
    say(`Saved: ${address}.`)
  })
}

function removeAddress(name, button) {
  void busy(button, async () => {
    const { customer } = await ask(
      'DELETE',
      path`/api/customers/${state.customer.username}/addresses/${name}`,
    )
    const [first] = Object.keys(customer.addresses ?? {})
    update({ customer, address: state.address === name ? first : state.address })
  })
}

function place({ currentTarget }) {
  void busy(currentTarget, async () => {
    const wanted = [...state.basket].map(([itemId, quantity]) => ({ itemId, quantity }))
    const { username } = state.customer
    const { order, items } = await ask('POST', path`/api/customers/${username}/orders`, {
      address: state.address,
      goods: wanted,
    })
    const { orderId } = order
    update({
      orders: [order, ...state.orders],
      basket: new Map(),
      opened: orderId,
      detail: items,
      fresh: orderId,
    })
    say(`Placed: ${count(items.length, 'good')}. Thank you!`)
    document.getElementById(`order-${orderId}`)?.scrollIntoView({ block: 'center' })
  })
}

async function open(orderId) {
  update({ opened: orderId, detail: undefined })
  if (orderId === undefined) return
  try {
    const { order, items } = await ask('GET', path`/api/orders/${orderId}`)
    if (state.opened === orderId) update({ detail: items, orders: withOrder(order) })
  } catch (error) {
    say(error.message, 'wrong')
  }
}

function more(button) {
  void busy(button, async () => {
    const { username } = state.customer
    const { orders, next } = await ask(
      'GET',
      `${path`/api/customers/${username}`}?cursor=${encodeURIComponent(state.next)}`,
    )
    update({ orders: [...state.orders, ...orders], next })
  })
}

function changeStatus({ username, orderId }, status, button) {
  void busy(button, async () => {
    const { order } = await ask('PATCH', path`/api/customers/${username}/orders/${orderId}`, { status })
    update({ orders: withOrder(order) })
    say(`The order is ${status.toLowerCase()}.`)
  })
}

/** The orders, one of them as it is now. */
function withOrder(order) {
  return state.orders.map((one) => (one.orderId === order.orderId ? order : one))
}
