/** Makes an element. Text is only ever text: nothing that was entered becomes markup. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    made.setAttribute(attribute, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== undefined))
  return made
}
