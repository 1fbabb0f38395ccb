/** Asks the server; rejects with what it says when it refuses. */
async function ask(path, options) {
  const response = await fetch(path, options)
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}

/** The project, its fields, and the designs. */
export function readGrid() {
  return ask('/api/grid')
}

/** A page of issues, with what it took. */
export function readIssues({ design, field, direction, cursor, limit }) {
  const search = new URLSearchParams({ design, field, direction, limit })
  if (cursor !== undefined) search.set('cursor', cursor)
  return ask(`/api/issues?${search}`)
}

/** Changes a cell; gives the issue as it is then, with what it took. */
export function editCell(edit) {
  return ask('/api/cell', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(edit),
  })
}
