import { parsePath } from './parse-path.ts'
import type { PathNode } from './syntax-tree.ts'
import type { TokenReader } from './token-reader.ts'

/**
 *     Projection : Path ( "," Path )* END
 */
export function parseProjection(reader: TokenReader): PathNode[] {
  const paths: PathNode[] = []
  do paths.push(parsePath(reader))
  while (reader.accept(','))
  reader.expect('end')
  return paths
}
