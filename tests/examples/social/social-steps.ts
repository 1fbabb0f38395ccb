import fc from 'fast-check'
import type { Credential } from '../../../examples/social/create-accounts.ts'
import type { Reaction } from '../../../examples/social/create-posts.ts'
import type { Social } from '../../../examples/social/create-social.ts'
import { SocialError } from '../../../examples/social/social-error.ts'

/** What a user does next. Names and logins are few, so that users get in each other's way. */
export type SocialStep =
  | { readonly kind: 'react' | 'retract'; readonly reaction: Reaction; readonly postId: string }
  | { readonly kind: 'join' | 'leave'; readonly serverId: string }
  | { readonly kind: 'link' | 'unlink'; readonly login: Credential }
  | { readonly kind: 'rename'; readonly username: string }

export const postIds = ['p1', 'p2'] as const
export const serverIds = ['s1', 's2'] as const

export const logins: readonly Credential[] = (['EMAIL', 'GOOGLE'] as const).flatMap((method) =>
  ['1', '2'].map((id) => ({ method, id })),
)

export const socialStep: fc.Arbitrary<SocialStep> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('react', 'retract'),
    reaction: fc.constantFrom<Reaction[]>('like', 'star'),
    postId: fc.constantFrom(...postIds),
  }),
  fc.record({ kind: fc.constantFrom('join', 'leave'), serverId: fc.constantFrom(...serverIds) }),
  fc.record({ kind: fc.constantFrom('link', 'unlink'), login: fc.constantFrom(...logins) }),
  fc.record({ kind: fc.constant('rename'), username: fc.constantFrom('Ash', 'ash', 'Elm', 'Fir') }),
)

/** The reasons for which a step may be refused when other users hold what it wants. Nothing else may go wrong. */
const refusals: readonly string[] = ['login-taken', 'no-login', 'last-login', 'username-taken']

/** Carries out a user's steps, one after the other. */
export async function takeSteps(app: Social, userId: string, steps: readonly SocialStep[]): Promise<void> {
  for (const step of steps) {
    try {
      await takeStep(app, userId, step)
    } catch (error) {
      if (!(error instanceof SocialError) || !refusals.includes(error.code)) throw error
    }
  }
}

async function takeStep(
  { accounts, posts, servers }: Social,
  userId: string,
  step: SocialStep,
): Promise<unknown> {
  switch (step.kind) {
    case 'react':
      return await posts.react(step.reaction, { postId: step.postId, userId })
    case 'retract':
      return await posts.retract(step.reaction, { postId: step.postId, userId })
    case 'join':
      return await servers.join({ serverId: step.serverId, userId })
    case 'leave':
      return await servers.leave({ serverId: step.serverId, userId })
    case 'link':
      return await accounts.link(userId, step.login)
    case 'unlink':
      return await accounts.unlink(userId, step.login)
    case 'rename':
      return await accounts.rename(userId, step.username)
  }
}

/** What a user likes and which memberships it has after its steps: no other user can change that. */
export function lastWord(steps: readonly SocialStep[]): string[] {
  const words = new Map<string, boolean>()
  for (const step of steps) {
    if ('reaction' in step) words.set(`${step.reaction} ${step.postId}`, step.kind === 'react')
    if ('serverId' in step) words.set(`in ${step.serverId}`, step.kind === 'join')
  }
  return [...words]
    .filter(([, holds]) => holds)
    .map(([word]) => word)
    .sort()
}
