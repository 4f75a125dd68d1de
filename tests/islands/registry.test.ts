import { expect, test } from 'bun:test'
import { islands } from '../../islands/registry.ts'

test('every island of the registry loads', async () => {
  for (const load of Object.values(islands)) expect(typeof (await load()).default).toBe('function')
})
