import { check } from '@monotable/model/check'
import { it } from 'vitest'
import { socialModel } from '../../examples/social/model.ts'

it('x', () => {
  const r = check(socialModel)
  for (const f of r.findings) console.log(f.severity, f.code, f.message)
})
