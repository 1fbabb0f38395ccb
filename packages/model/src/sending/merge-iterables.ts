/** Yields the elements of several sources as they arrive; all sources work in parallel. */
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
    // When the consumer stops early, no more pages are requested, and the outcome of those in flight is ignored.
    for (const [source, answer] of waiting) {
      answer.catch(() => undefined)
      source.return().catch(() => undefined)
    }
  }
}
