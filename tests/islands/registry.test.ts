import { expect, test } from 'bun:test'
import { islands } from '../../islands/registry.ts'

test('every island of the registry loads', async () => {
  const loaders = Object.values(islands)
  expect(loaders.length).toBeGreaterThan(10)
  for (const load of loaders) expect(typeof (await load()).default).toBe('function')
})
