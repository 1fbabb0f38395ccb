import { readIssues } from './ask.js'
import { element } from './element.js'
import { formatMs, formatUnits } from './format.js'

/** A button that reads the same first page in all designs, and shows what each took. */
export function createCompare(root, { designs, order, pageSize, fail }) {
  const button = element(
    'button',
    { type: 'button', class: 'plain' },
    'Compare the first page in all designs',
  )
  const table = element('div', { class: 'compared' })
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      const costs = []
      const { field, direction } = order()
      for (const design of designs().filter(({ progress }) => progress === 1)) {
        // The first time warms up what runs the code.
        await readIssues({ design: design.name, field, direction, limit: pageSize })
        const { cost } = await readIssues({ design: design.name, field, direction, limit: pageSize })
        costs.push({ design, cost })
      }
      show(table, costs)
    } catch (error) {
      fail(error)
    } finally {
      button.disabled = false
    }
  })
  root.append(button, table)
}

function show(table, costs) {
  const most = Math.max(...costs.map(({ cost }) => cost.requests))
  table.replaceChildren(
    ...costs.map(({ design, cost }) => {
      const bar = element('span', { class: 'bar' })
      bar.style.width = `${Math.max(2, (cost.requests / most) * 100)}%`
      const figures = `${formatUnits(cost.requests)} req · ${formatUnits(cost.read)} read · ${formatMs(cost.ms)} ms`
      return element(
        'div',
        { class: 'compared-design' },
        element('b', {}, design.title),
        element('span', {}, figures),
        element('span', { class: 'track', 'aria-hidden': 'true' }, bar),
      )
    }),
  )
}
