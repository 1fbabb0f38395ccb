/** What an editor is for; the editor itself is loaded late. */
export interface EditorOptions {
  readonly text: string
  readonly language: 'json' | 'sql' | 'plain'
  readonly readOnly: boolean
  /** What it is called by screen readers. */
  readonly label: string
  /** What is offered while typing. */
  readonly words: () => readonly string[]
  readonly onChange?: ((text: string) => void) | undefined
  /** Ctrl or ⌘ with Enter. */
  readonly onRun?: (() => boolean) | undefined
}

export interface RunningEditor {
  text(): string
  replace(text: string): void
  close(): void
}
