import type { Database } from '@monotable/engine'

type Item = { readonly [name: string]: string }

/** Returns the contradictions in the table, between counts, copies, doors and markers, judged by everything stored. */
export async function findBroken(database: Database): Promise<string[]> {
  const items = await readAll(database)
  const of = (type: string) => items.filter(({ _type }) => _type === type)
  const users = new Map(of('User').map((user) => [user['userId'], user]))
  const posts = new Map(of('Post').map((post) => [post['postId'], post]))
  const servers = new Map(of('Server').map((server) => [server['serverId'], server]))
  return [
    ...miscounted(posts, 'likes', { of: of('Like'), by: 'postId' }),
    ...miscounted(posts, 'stars', { of: of('Star'), by: 'postId' }),
    ...miscounted(servers, 'members', { of: of('Membership'), by: 'serverId' }),
    ...miscounted(users, 'servers', { of: of('Membership'), by: 'userId' }),
    ...miscounted(users, 'logins', { of: of('Login'), by: 'userId' }),
    ...of('Membership')
      .filter(({ userId, username }) => users.get(userId)?.['username'] !== username)
      .map(({ PK, SK, username }) => `${PK} ${SK} has the old name ${username}`),
    ...[...users.values()]
      .filter(({ logins }) => Number(logins ?? 0) < 1)
      .map(({ PK }) => `${PK} cannot log in`),
    ...difference('logins and doors', of('Login').map(loginText), of('Door').map(loginText)),
    ...difference('users and names', [...users.values()].map(nameText), of('Name').map(nameText)),
    ...difference(
      'servers and markers',
      [...servers.values()].map(({ name = '' }) => `SERVERNAME#${name.toLowerCase()}`),
      of('unique:Server.name').map(({ PK = '' }) => PK),
    ),
  ]
}

/** Reads all items, each attribute as text. */
async function readAll(database: Database): Promise<Item[]> {
  const { Items = [], LastEvaluatedKey } = await database.send('Scan', {
    TableName: 'Social',
    ConsistentRead: true,
  })
  if (LastEvaluatedKey !== undefined) throw new Error('The table is more than a page')
  return Items.map((item) =>
    Object.fromEntries(Object.entries(item).map(([name, value]) => [name, String(Object.values(value)[0])])),
  )
}

function miscounted(
  parents: ReadonlyMap<string | undefined, Item>,
  counter: string,
  { of, by }: { readonly of: readonly Item[]; readonly by: string },
): string[] {
  const counts = new Map<string | undefined, number>()
  for (const child of of) counts.set(child[by], (counts.get(child[by]) ?? 0) + 1)
  const lost = [...counts.keys()].filter((id) => !parents.has(id))
  const wrong = [...parents].filter(([id, parent]) => Number(parent[counter] ?? 0) !== (counts.get(id) ?? 0))
  return [
    ...lost.map((id) => `${id} is gone, and something of ${counter} belongs to it`),
    ...wrong.map(
      ([id, parent]) => `${id} says ${parent[counter]} ${counter}, and has ${counts.get(id) ?? 0}`,
    ),
  ]
}

function loginText({ method, id, userId }: Item): string {
  return `${method} ${id} of ${userId}`
}

function nameText({ username = '', userId }: Item): string {
  return `${username} of ${userId}`
}

function difference(what: string, some: readonly string[], others: readonly string[]): string[] {
  const [left, right] = [new Set(some), new Set(others)]
  const alone = [...some.filter((one) => !right.has(one)), ...others.filter((one) => !left.has(one))]
  return alone.map((one) => `${what} differ in ${one}`)
}
