import type { TableModel } from '../api.ts'
import { cliSnippet } from './cli-snippet.ts'
import { type CalledPattern, modelSnippet } from './model-snippet.ts'
import { pythonSnippet } from './python-snippet.ts'
import { sdkSnippet } from './sdk-snippet.ts'
import type { SnippetCall, SnippetTarget } from './snippet.ts'

export type SnippetLanguage = 'model' | 'sdk' | 'cli' | 'python'

/** The title of each language on the page. */
export const snippetLanguages: readonly { readonly language: SnippetLanguage; readonly title: string }[] = [
  { language: 'model', title: 'TypeScript (model)' },
  { language: 'sdk', title: 'TypeScript (AWS SDK v3)' },
  { language: 'cli', title: 'AWS CLI' },
  { language: 'python', title: 'Python (boto3)' },
]

export interface SnippetRequest {
  readonly language: SnippetLanguage
  readonly call: SnippetCall
  readonly target: SnippetTarget
  readonly model?: TableModel | undefined
  readonly pattern?: CalledPattern | undefined
}

/** Writes a call in a language; for model code, may return the reason why there is none. */
export function writeSnippet(
  request: SnippetRequest,
): { readonly code: string } | { readonly reason: string } {
  const { call, target } = request
  switch (request.language) {
    case 'sdk':
      return { code: sdkSnippet(call, target) }
    case 'cli':
      return { code: cliSnippet(call, target) }
    case 'python':
      return { code: pythonSnippet(call, target) }
    case 'model':
      if (request.model === undefined) return { reason: 'No model is known for this table.' }
      return modelSnippet(call, request.model, request.pattern)
  }
}
