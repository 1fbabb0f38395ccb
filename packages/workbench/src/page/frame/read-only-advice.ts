import { appState } from '../app-state.ts'

/** Returns what a user can do who finds a connection read-only. */
export function readOnlyAdvice(): string {
  return appState.value.workbench?.readOnly
    ? 'This workbench was started with --read-only.'
    : 'You can allow writing in “Connections…”.'
}
