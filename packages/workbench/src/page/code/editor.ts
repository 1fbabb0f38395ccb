/** The options of an editor; the editor itself is loaded lazily. */
export interface EditorOptions {
  readonly text: string
  readonly language: 'json' | 'sql' | 'plain'
  readonly readOnly: boolean
  /** Its name for screen readers. */
  readonly label: string
  /** Returns the words to suggest while typing. */
  readonly words: () => readonly string[]
  readonly onChange?: ((text: string) => void) | undefined
  /** Called on Ctrl+Enter or ⌘+Enter. */
  readonly onRun?: (() => boolean) | undefined
}

export interface RunningEditor {
  text(): string
  replace(text: string): void
  close(): void
}
