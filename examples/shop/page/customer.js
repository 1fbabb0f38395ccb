import { ask, busy, path } from './ask.js'
import { element, field, fill, icon } from './element.js'

/** Asks who is there: somebody known, or somebody new. `enter` is called with the username. */
export function showWelcome(section, suggestions, enter) {
  const username = element('input', {
    name: 'username',
    list: 'known',
    placeholder: suggestions[0] ?? 'username',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    'aria-label': 'Username',
    required: true,
  })
  const go = element('button', { class: 'primary' }, 'Come in')
  fill(
    section,
    element('h1', {}, 'Who is shopping today?'),
    element(
      'form',
      { class: 'enter', onsubmit: (event) => submitName(event, username, enter) },
      username,
      element('datalist', { id: 'known' }, ...suggestions.map((name) => element('option', { value: name }))),
      go,
    ),
    element(
      'p',
      { class: 'chips' },
      ...suggestions
        .slice(0, 8)
        .map((name) =>
          element('button', { type: 'button', class: 'chip', onclick: () => enter(name) }, name),
        ),
    ),
    element('p', { class: 'or' }, element('span', {}, 'or')),
    element(
      'button',
      { type: 'button', class: 'quiet', id: 'new-customer', onclick: () => askForCustomer(enter) },
      'Open an account',
    ),
  )
}

function submitName(event, { value }, enter) {
  event.preventDefault()
  enter(value.trim().toLowerCase())
}

/** A sheet with a form for a new account. */
function askForCustomer(enter) {
  openSheet({
    title: 'Open an account',
    note: 'Nobody else can have the same username, nor the same e-mail address.',
    fields: [
      field('Username', { name: 'username', required: true, autocapitalize: 'none', autocomplete: 'off' }),
      field('E-mail address', { name: 'email', type: 'email', required: true, autocomplete: 'off' }),
      field('Name', { name: 'name', required: true, autocomplete: 'off' }),
    ],
    action: 'Open the account',
    submit: async (values) => {
      const { customer } = await ask('POST', '/api/customers', values)
      enter(customer.username)
    },
  })
}

/** A sheet with a form for an address; `done` is called with its name and the customer who has it. */
export function askForAddress(username, done) {
  openSheet({
    title: 'Add an address',
    note: 'A name that is there already gets the new address. There is room for 20.',
    fields: [
      field('What it is called', { name: 'name', required: true, placeholder: 'home', autocomplete: 'off' }),
      field('Street and number', { name: 'street', required: true, autocomplete: 'off' }),
      field('City', { name: 'city', required: true, autocomplete: 'off' }),
      field('Country', {
        name: 'country',
        required: true,
        maxlength: '2',
        placeholder: 'IE',
        autocomplete: 'off',
      }),
    ],
    action: 'Save the address',
    submit: async ({ name, ...address }) => {
      const { customer } = await ask(
        'PUT',
        path`/api/customers/${username}/addresses/${name.trim()}`,
        address,
      )
      done(name.trim(), customer)
    },
  })
}

function openSheet({ title, note, fields, action, submit }) {
  const sheet = document.getElementById('sheet')
  const button = element('button', { class: 'primary' }, action)
  const problem = element('p', { class: 'problem', role: 'alert' })
  const form = element(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault()
        problem.textContent = ''
        const values = Object.fromEntries(new FormData(form))
        void busy(button, async () => {
          try {
            await submit(values)
            sheet.close()
          } catch (error) {
            problem.textContent = error.message
          }
        })
      },
    },
    element('h2', { id: 'sheet-title' }, title),
    element('p', { class: 'note' }, note),
    ...fields,
    problem,
    button,
  )
  const close = element(
    'button',
    { type: 'button', class: 'remove', 'aria-label': 'Close', onclick: () => sheet.close() },
    icon('close'),
  )
  sheet.setAttribute('aria-labelledby', 'sheet-title')
  sheet.replaceChildren(close, form)
  sheet.showModal()
  form.querySelector('input').focus()
}
