import { editCell, readGrid, readIssues } from './ask.js'
import { createCompare } from './compare.js'
import { element } from './element.js'
import { parseValue } from './format.js'
import { createGrid } from './grid.js'
import { createJournal } from './journal.js'

const pageSize = 50
const find = (id) => document.getElementById(id)
const record = createJournal(find('last'), find('journal'))

const about = await readGrid()
let design = about.designs.find(({ name }) => name === 'single-table')
let order = { field: '', name: '#', direction: 'ascending' }
let list = { rows: [], next: undefined, isComplete: false, pages: 0 }
let isReading = false
let wanted = 0

find('project').textContent = about.project.name
find('about').textContent =
  `${about.issueCount.toLocaleString('en')} issues · ${about.fields.length} custom fields`
document.title = `${about.project.name} – Grid view`

const grid = createGrid(find('grid'), {
  fields: about.fields,
  total: about.issueCount,
  wantRows: (end) => {
    wanted = Math.max(wanted, end)
    void read()
  },
  sortBy: (field, name) => {
    const isSame = field === order.field
    order = { field, name, direction: isSame && order.direction === 'ascending' ? 'descending' : 'ascending' }
    restart()
  },
  edit: (issue, field, text) => void change(issue, field, text),
})

createCompare(find('compare'), {
  designs: () => about.designs,
  order: () => order,
  pageSize,
  fail: (error) => toast(error.message),
})

showDesigns()
restart()
void waitForDesigns()

/** Reads pages, one after the other, until what is wanted is there. */
async function read() {
  if (isReading) return
  isReading = true
  try {
    while (list.rows.length < wanted && !list.isComplete) {
      const reading = list
      const { issues, next, cost } = await readIssues({
        design: design.name,
        field: order.field,
        direction: order.direction,
        cursor: reading.next,
        limit: pageSize,
      })
      // Somebody may have sorted another way meanwhile.
      if (reading !== list) continue
      list.rows = [...list.rows, ...issues]
      list.next = next
      list.isComplete = next === undefined
      list.pages++
      record(`Page ${list.pages} by ${order.field === '' ? 'number' : order.name}`, design.title, cost)
      grid.setRows(list.rows, list.isComplete)
      showStatus()
    }
  } catch (error) {
    toast(error.message)
  } finally {
    isReading = false
  }
}

/** Begins the list anew. */
function restart({ keepScroll = false } = {}) {
  list = { rows: [], next: undefined, isComplete: false, pages: 0 }
  wanted = keepScroll ? wanted : pageSize
  showStatus()
  grid.reset(order, { keepScroll })
  void read()
}

async function change(issue, field, text) {
  try {
    const value = parseValue(field.type, text)
    const edit = { design: design.name, id: issue.id, field: field.id, value }
    const { issue: changed, cost, stream } = await editCell(edit)
    record(`Edit ${field.name} of #${issue.num}`, design.title, cost, stream)
    if (field.id === order.field) {
      restart({ keepScroll: true })
      return
    }
    list.rows = list.rows.map((row) => (row.id === changed.id ? changed : row))
    grid.setRows(list.rows, list.isComplete)
  } catch (error) {
    toast(error.message)
  }
}

function showDesigns() {
  find('designs').replaceChildren(
    ...about.designs.map((one) => {
      const isReady = one.progress === 1
      const button = element(
        'button',
        {
          type: 'button',
          role: 'radio',
          'aria-checked': String(one.name === design.name),
          disabled: !isReady,
        },
        one.title,
        isReady ? undefined : element('progress', { value: String(one.progress), max: '1' }),
      )
      button.addEventListener('click', () => {
        design = one
        showDesigns()
        restart()
      })
      return button
    }),
  )
  find('summary').replaceChildren(
    element('h2', {}, design.title),
    element('p', {}, design.summary),
    element(
      'dl',
      {},
      element('dt', {}, 'Atomic'),
      element('dd', {}, design.atomic),
      element('dt', {}, 'Eventually'),
      element('dd', {}, design.eventual),
    ),
  )
}

function showStatus() {
  const arrow = order.direction === 'ascending' ? '↑' : '↓'
  find('order').textContent =
    order.field === ''
      ? `By number ${arrow}`
      : `By ${order.name} ${arrow}, then by number; those without it last`
  find('loaded').textContent =
    `${list.rows.length.toLocaleString('en')} of ${about.issueCount.toLocaleString('en')} loaded`
}

/** Designs are filled one after the other. */
async function waitForDesigns() {
  while (about.designs.some(({ progress }) => progress < 1)) {
    await new Promise((resolve) => setTimeout(resolve, 400))
    const { designs } = await readGrid()
    for (const [at, { progress }] of designs.entries()) about.designs[at].progress = progress
    showDesigns()
  }
}

let toastTimer
function toast(message) {
  const shown = find('toast')
  shown.textContent = message
  shown.classList.add('shown')
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => shown.classList.remove('shown'), 4_000)
}
