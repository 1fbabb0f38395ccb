import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { type Design, designs } from './designs.ts'
import { fillCatalogue, fillIssues } from './fill-design.ts'
import { createIssues } from './grid-data.ts'
import { type DesignInMemory, openInMemory } from './open-designs.ts'

/** A design that is filled with issues, or being filled. */
export interface HostedDesign {
  readonly design: Design
  /** Resolves when all issues are stored. */
  readonly opened: Promise<DesignInMemory>
  /** Returns the progress, from 0 to 1. */
  progress(): number
}

/** The design that is filled first. */
const firstName = 'single-table'

/** Opens all designs and fills them with the same issues, one after the other. */
export function hostDesigns(issueCount: number): readonly HostedDesign[] {
  const issues = createIssues(issueCount)
  let before: Promise<unknown> = Promise.resolve()
  const inOrder = [...designs].sort((one, other) => rankOf(one) - rankOf(other))
  const hosted = new Map<Design, HostedDesign>()
  for (const design of inOrder) {
    let progress = 0
    const fill = async () => {
      const opened = await openInMemory(design)
      await fillCatalogue(opened.store)
      await fillIssues(opened.store, issues, (done) => {
        progress = (done / issueCount) * 0.9
      })
      await opened.settled()
      progress = 1
      await yieldToOthers()
      return opened
    }
    const opened = before.then(fill)
    before = opened
    hosted.set(design, { design, opened, progress: () => progress })
  }
  return designs.flatMap((design) => hosted.get(design) ?? [])
}

function rankOf({ name }: Design): number {
  return name === firstName ? 0 : 1
}
