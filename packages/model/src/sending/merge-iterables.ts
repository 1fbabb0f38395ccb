/** Gives what several sources give, as it comes; all of them are at work at the same time. */
export async function* mergeIterables<Element>(
  sources: readonly AsyncGenerator<Element, void>[],
): AsyncGenerator<Element, void> {
  const ask = async (source: AsyncGenerator<Element, void>) => ({ source, result: await source.next() })
  const waiting = new Map(sources.map((source) => [source, ask(source)]))
  try {
    while (waiting.size > 0) {
      const { source, result } = await Promise.race(waiting.values())
      if (result.done === true) {
        waiting.delete(source)
        continue
      }
      waiting.set(source, ask(source))
      yield result.value
    }
  } finally {
    // Whoever stops early wants no more pages; what is under way may end as it likes.
    for (const [source, answer] of waiting) {
      answer.catch(() => undefined)
      source.return().catch(() => undefined)
    }
  }
}
