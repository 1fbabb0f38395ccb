import { openEditor } from './cell-editor.js'
import { element } from './element.js'
import { formatValue } from './format.js'

const rowHeight = 34
/** Rows beyond what is seen that are drawn, too. */
const margin = 8
const widths = { text: 168, date: 124, int: 108, number: 140 }

/**
 * A grid that draws only the rows that are seen. It asks for rows by `wantRows(end)`, is told of them by `setRows`, and
 * tells of what people do by `sortBy` and `edit`.
 */
export function createGrid(root, { fields, total, wantRows, sortBy, edit }) {
  const columns = [
    { key: 'num', name: '#', type: 'int', width: 72, fixed: 0, of: (issue) => String(issue.num) },
    { key: 'name', name: 'Issue', type: 'text', width: 210, fixed: 72, of: (issue) => issue.name },
    { key: 'state', name: 'State', type: 'state', width: 92, of: (issue) => issue.state },
    ...fields.map((field) => ({
      key: field.id,
      name: field.name,
      type: field.type,
      width: Math.max(widths[field.type], 60 + field.name.length * 7.4),
      field,
      of: (issue) => issue.fields[field.id],
    })),
  ]
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const head = element('div', { class: 'row head', role: 'row' })
  const body = element('div', { class: 'rows', role: 'rowgroup' })
  root.append(head, body)
  root.setAttribute('role', 'grid')
  root.setAttribute('aria-label', 'Issues')
  root.tabIndex = 0
  root.setAttribute('aria-rowcount', String(total))
  root.setAttribute('aria-colcount', String(columns.length))
  head.style.width = `${width}px`
  body.style.width = `${width}px`

  let rows = []
  let isComplete = false
  let order = { field: '', direction: 'ascending' }
  let focus = { row: 0, column: 0 }
  const drawn = new Map()

  head.append(...columns.map(headCell))

  function headCell(column) {
    const isSortable = column.field !== undefined || column.key === 'num'
    const cell = element(
      'div',
      { class: `cell ${kindOf(column)}`, role: 'columnheader', title: column.name, 'data-key': column.key },
      element('span', { class: 'label' }, column.name),
    )
    place(cell, column)
    if (isSortable) {
      cell.classList.add('sortable')
      cell.append(element('span', { class: 'arrow', 'aria-hidden': 'true' }))
      cell.addEventListener('click', () => sortBy(column.field?.id ?? '', column.name))
    }
    return cell
  }

  function place(cell, column) {
    cell.style.width = `${column.width}px`
    if (column.fixed === undefined) return
    cell.classList.add('fixed')
    cell.style.left = `${column.fixed}px`
  }

  function kindOf(column) {
    return column.type === 'int' || column.type === 'number' ? 'right' : column.type
  }

  function drawRow(index) {
    const issue = rows[index]
    const row = element('div', {
      class: issue === undefined ? 'row waiting' : 'row',
      role: 'row',
      'aria-rowindex': String(index + 1),
    })
    row.style.top = `${index * rowHeight}px`
    if (index % 2 === 1) row.classList.add('odd')
    row.append(...columns.map((column, at) => drawCell(issue, column, index, at)))
    return row
  }

  function drawCell(issue, column, row, at) {
    const cell = element('div', {
      class: `cell ${kindOf(column)}`,
      role: 'gridcell',
      id: `cell-${row}-${at}`,
    })
    place(cell, column)
    if (issue === undefined) return cell
    const value = column.of(issue)
    if (column.type === 'state') cell.append(element('span', { class: `badge ${value}` }, value))
    else if (value === undefined) cell.classList.add('empty')
    else cell.append(formatValue(column.type, value))
    if (typeof value === 'number' && value < 0) cell.classList.add('negative')
    if (column.key === (order.field || 'num')) cell.classList.add('sorted')
    if (row === focus.row && at === focus.column) cell.classList.add('focus')
    return cell
  }

  function draw() {
    const first = Math.max(0, Math.floor(root.scrollTop / rowHeight) - margin)
    const count = Math.ceil(root.clientHeight / rowHeight) + 2 * margin
    const end = Math.min(isComplete ? rows.length : total, first + count)
    for (const [index, row] of drawn) {
      if (index >= first && index < end && row.issue === rows[index]) continue
      row.element.remove()
      drawn.delete(index)
    }
    for (let index = first; index < end; index++) {
      if (drawn.has(index)) continue
      const row = drawRow(index)
      drawn.set(index, { element: row, issue: rows[index] })
      body.append(row)
    }
    if (end > rows.length && !isComplete) wantRows(end)
  }

  function redraw() {
    for (const { element: row } of drawn.values()) row.remove()
    drawn.clear()
    body.style.height = `${(isComplete ? rows.length : total) * rowHeight}px`
    for (const cell of head.children) {
      const isSorted = cell.dataset.key === (order.field || 'num')
      cell.classList.toggle('sorted', isSorted)
      cell.classList.toggle('down', isSorted && order.direction === 'descending')
      if (isSorted) cell.setAttribute('aria-sort', order.direction)
      else cell.removeAttribute('aria-sort')
    }
    draw()
  }

  function moveFocus(row, column, scroll = true) {
    const limit = (isComplete ? rows.length : total) - 1
    const old = focus
    focus = {
      row: Math.max(0, Math.min(limit, row)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    }
    document.getElementById(`cell-${old.row}-${old.column}`)?.classList.remove('focus')
    if (scroll) showFocus()
    draw()
    document.getElementById(`cell-${focus.row}-${focus.column}`)?.classList.add('focus')
    root.setAttribute('aria-activedescendant', `cell-${focus.row}-${focus.column}`)
  }

  function showFocus() {
    const top = focus.row * rowHeight
    const room = root.clientHeight - rowHeight * 2 - 12
    if (top < root.scrollTop) root.scrollTop = top
    else if (top > root.scrollTop + room) root.scrollTop = top - room
    const column = columns[focus.column]
    if (column.fixed !== undefined) return
    const left = columns.slice(0, focus.column).reduce((sum, one) => sum + one.width, 0)
    const fixed = 282
    if (left - fixed < root.scrollLeft) root.scrollLeft = left - fixed
    else if (left + column.width > root.scrollLeft + root.clientWidth) {
      root.scrollLeft = left + column.width - root.clientWidth
    }
  }

  function startEdit() {
    const column = columns[focus.column]
    const issue = rows[focus.row]
    const cell = document.getElementById(`cell-${focus.row}-${focus.column}`)
    if (column?.field === undefined || issue === undefined || cell === null) return
    openEditor(cell, {
      type: column.type,
      value: column.of(issue),
      commit: (text) => edit(issue, column.field, text),
      done: () => root.focus({ preventScroll: true }),
    })
  }

  const moves = {
    ArrowUp: () => [focus.row - 1, focus.column],
    ArrowDown: () => [focus.row + 1, focus.column],
    ArrowLeft: () => [focus.row, focus.column - 1],
    ArrowRight: () => [focus.row, focus.column + 1],
    PageUp: () => [focus.row - 20, focus.column],
    PageDown: () => [focus.row + 20, focus.column],
    Home: () => [focus.row, 0],
    End: () => [focus.row, columns.length - 1],
  }
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      startEdit()
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    moveFocus(...move())
  })
  const placeOf = (event) => /^cell-(\d+)-(\d+)$/.exec(event.target.closest?.('[role=gridcell]')?.id ?? '')
  body.addEventListener('mousedown', (event) => {
    const found = placeOf(event)
    if (found !== null && event.target.tagName !== 'INPUT')
      moveFocus(Number(found[1]), Number(found[2]), false)
  })
  body.addEventListener('dblclick', (event) => {
    if (placeOf(event) !== null && event.target.tagName !== 'INPUT') startEdit()
  })
  root.addEventListener('scroll', draw, { passive: true })
  new ResizeObserver(draw).observe(root)

  return {
    /** Shows these rows; `complete` when there are no more. */
    setRows: (given, complete) => {
      const isOther = given.length < rows.length || complete !== isComplete
      rows = given
      isComplete = complete
      if (isOther) redraw()
      else draw()
    },
    /** Begins anew, sorted another way. */
    reset: (given, { keepScroll = false } = {}) => {
      order = given
      rows = []
      isComplete = false
      if (!keepScroll) root.scrollTop = 0
      redraw()
    },
  }
}
