/* Elements are made with text, never with markup: what somebody typed is shown as it was typed. */

const namespace = 'http://www.w3.org/2000/svg'

/** Makes an element. Functions among the attributes listen: `onclick`. Children that are `undefined` are left out. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value)
    else if (value === true) made.setAttribute(name, '')
    else if (value !== undefined && value !== false) made.setAttribute(name, value)
  }
  made.append(...children.flat().filter((child) => child !== undefined))
  return made
}

/** One of the drawings at the end of the page. */
export function icon(name) {
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(namespace, 'use')
  use.setAttribute('href', `#icon-${name}`)
  svg.append(use)
  return svg
}

/** Puts other children into an element; what had the focus, known by its id, keeps it. */
export function fill(parent, ...children) {
  const { id } = parent.contains(document.activeElement) ? document.activeElement : { id: '' }
  parent.replaceChildren(...children.flat().filter((child) => child !== undefined))
  if (id !== '') document.getElementById(id)?.focus({ preventScroll: true })
}

/** A field of a form, with its label. */
export function field(label, attributes) {
  return element('label', { class: 'field' }, element('span', {}, label), element('input', attributes))
}
