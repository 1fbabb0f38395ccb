/** Counts a server's answers to operations, and reports the state of its process under the usual names. */
export class ServerMetrics {
  readonly #answers = new Map<number, number>()

  answered(status: number): void {
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1)
  }

  /** Returns the metrics in the text format of Prometheus. */
  text(): string {
    const { user, system } = process.cpuUsage()
    const answers = Array.from(this.#answers, ([status, count]) => `{code="${status}"} ${count}`)
    return [
      family(
        'monotable_http_responses_total',
        'counter',
        'Answers to operations over HTTP, by status.',
        answers,
      ),
      family('process_cpu_seconds_total', 'counter', 'CPU time of the process.', [
        ` ${(user + system) / 1_000_000}`,
      ]),
      family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [
        ` ${process.memoryUsage.rss()}`,
      ]),
      family('process_start_time_seconds', 'gauge', 'When the process began, since 1970.', [
        ` ${performance.timeOrigin / 1_000}`,
      ]),
    ].join('')
  }
}

function family(name: string, type: string, help: string, samples: readonly string[]): string {
  const lines = samples.map((sample) => `${name}${sample}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}
