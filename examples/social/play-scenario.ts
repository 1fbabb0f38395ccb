import type { Cost } from '@monotable/model'
import { measure } from '@monotable/model/cost'
import { createSocial, type Social, type SocialContext, type SocialDb } from './create-social.ts'
import { SocialError } from './social-error.ts'

export interface ScenarioOptions {
  readonly db: SocialDb
  readonly context: SocialContext
  readonly print: (line: string) => void
  /** Appended to names, so that the scenario can be played again in the same table. */
  readonly suffix?: string
}

/** Takes one step, and prints its result and its units. */
type Step = <Value>(
  title: string,
  act: (app: Social) => Promise<Value>,
  tell?: (value: Value) => string,
) => Promise<Value>

interface Scene {
  readonly step: Step
  /** Takes one step that has to be refused. */
  readonly refuse: (title: string, act: (app: Social) => Promise<unknown>) => Promise<void>
  readonly print: (line: string) => void
  readonly name: (text: string) => string
}

/** Plays the application's use cases, step by step. */
export async function playScenario({ db, context, print, suffix = '' }: ScenarioOptions): Promise<void> {
  const step: Step = async (title, act, tell = describe) => {
    const { value, units } = await measure(db, (db) => act(createSocial(db, context)))
    print(line(title, tell(value), units))
    return value
  }
  const refuse: Scene['refuse'] = async (title, act) => {
    const attempt = (app: Social) =>
      act(app).then(
        () => 'done',
        (error: unknown) => {
          if (!(error instanceof SocialError)) throw error
          return `refused: ${error.code}`
        },
      )
    await step(title, attempt)
  }
  const scene = { step, refuse, print, name: (text: string) => text + suffix }
  const people = await playLogins(scene)
  await playLikes(scene, people)
  await playServers(scene, people)
  await playCookies(scene, people)
}

interface People {
  readonly ruby: string
  readonly pearl: string
}

async function playLogins({ step, refuse, print, name }: Scene): Promise<People> {
  print('Several logins for one user')
  const email = (text: string) => ({ method: 'EMAIL', id: `${name(text)}@example.com` }) as const
  const google = { method: 'GOOGLE', id: name('google-77') } as const
  const signUp = (text: string) =>
    step(
      `${text} signs up by e-mail`,
      ({ accounts }) => accounts.signUp({ username: name(text), login: email(text) }),
      ({ username }) => username,
    )
  const { userId: ruby } = await signUp('ruby')
  const { userId: pearl } = await signUp('pearl')
  await step('ruby links Google', ({ accounts }) => accounts.link(ruby, google))
  await refuse('pearl links the same Google', ({ accounts }) => accounts.link(pearl, google))
  await step(
    'somebody logs in with Google',
    ({ accounts }) => accounts.signIn(google),
    (user) => `is ${user?.username}`,
  )
  await step('ruby unlinks the e-mail address', ({ accounts }) => accounts.unlink(ruby, email('ruby')), done)
  await refuse('ruby unlinks Google, the last one', ({ accounts }) => accounts.unlink(ruby, google))
  return { ruby, pearl }
}

async function playLikes({ step, refuse, print }: Scene, { ruby, pearl }: People): Promise<void> {
  print('\nLikes and stars')
  const { postId } = await step(
    'ruby writes a post',
    ({ posts }) => posts.write({ userId: ruby, text: 'A post worth liking' }),
    () => 'done',
  )
  const key = { postId, userId: pearl }
  await step('pearl likes it', ({ posts }) => posts.react('like', key))
  await step('pearl likes it again', ({ posts }) => posts.react('like', key))
  await step('pearl puts a star on it', ({ posts }) => posts.react('star', key))
  await step('ruby likes it, and takes it back at the same time', async ({ posts }) => {
    const own = { postId, userId: ruby }
    await Promise.all([posts.react('like', own), posts.retract('like', own)])
    return (await posts.retract('like', own)) ? 'the like came last' : 'the like came first'
  })
  await step(
    'the post',
    ({ posts }) => posts.view(postId),
    ({ likes, stars }) => `${likes} like, ${stars} star`,
  )
  await step(
    'who likes it',
    ({ posts }) => posts.fansOf('like', postId),
    ({ items }) => items.map(({ username }) => username).join(', '),
  )
  await step(
    'what pearl likes',
    ({ posts }) => posts.favouritesOf('like', pearl),
    ({ items }) => items.map(({ text }) => text).join(', '),
  )
  await step('pearl takes the like back', ({ posts }) => posts.retract('like', key))
  await refuse('pearl likes a post that is not there', ({ posts }) =>
    posts.react('like', { postId: 'none', userId: pearl }),
  )
}

async function playServers({ step, print, name }: Scene, { ruby, pearl }: People): Promise<void> {
  print('\nMembers of servers')
  const { serverId } = await step(
    'ruby opens a server',
    ({ servers }) => servers.create({ name: name('Gaming'), ownerId: ruby }),
    (server) => server.name,
  )
  await step('pearl joins', ({ servers }) => servers.join({ serverId, userId: pearl }))
  await step(
    'its members, with their names',
    ({ servers }) => servers.membersOf(serverId),
    ({ items }) => items.map(({ username }) => username).join(', '),
  )
  await step(
    'pearl takes another name: a copy in each membership',
    ({ accounts }) => accounts.rename(pearl, name('Perla')),
    ({ username }) => username,
  )
  await step(
    'its members',
    ({ servers }) => servers.membersOf(serverId),
    ({ items }) => items.map(({ username }) => username).join(', '),
  )
  await step(
    'the server takes another name: no copies',
    ({ servers }) => servers.rename(serverId, name('Board games')),
    (server) => server.name,
  )
  await step(
    "pearl's servers: the index, and a batch",
    ({ servers }) => servers.serversOf(pearl),
    (list) => list.map((server) => `${server.name} (${server.members})`).join(', '),
  )
  await step('pearl leaves', ({ servers }) => servers.leave({ serverId, userId: pearl }))
}

async function playCookies({ step, print }: Scene, { ruby }: People): Promise<void> {
  print('\nThe cookie clicker')
  await step('ruby opens a bakery of 4.3 KB', ({ bakery }) => bakery.start(ruby, 'oven;'.repeat(880)), done)
  await step('a click', ({ bakery }) => bakery.click(ruby))
  await step('ten clicks at the same time', async ({ bakery }) => {
    const counts = await Promise.all(Array.from({ length: 10 }, () => bakery.click(ruby)))
    return Math.max(...counts)
  })
  await step('the bakery is saved', ({ bakery }) => bakery.save(ruby, 'oven!'.repeat(880)), done)
  await step(
    'the bakery and its clicks',
    ({ bakery }) => bakery.load(ruby),
    ({ clicks }) => `${clicks} clicks`,
  )
}

/** Describes whether something was done; any other value is returned as it is. */
function describe(value: unknown): string {
  if (value === true) return 'done'
  return value === false ? 'was so already' : String(value)
}

function done(): string {
  return 'done'
}

function line(title: string, result: string, { write, read, requests }: Cost): string {
  const refused = requests.filter((one) => one.refused).length
  const units = `${write} write, ${read} read`
  const sent = `${requests.length} request${requests.length === 1 ? '' : 's'}${refused > 0 ? `, ${refused} refused` : ''}`
  return `  ${title.padEnd(52)}${result.padEnd(26)}${units.padEnd(20)}${sent}`
}
