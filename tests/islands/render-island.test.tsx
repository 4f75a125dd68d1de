import { expect, test } from 'bun:test'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Island, loadIslands, NO_PROPS, renderWithIslands } from '../../server/render/island.tsx'

const render = (island: ReactNode) => renderWithIslands(() => renderToStaticMarkup(island))

test('an island is rendered in its place', async () => {
  await loadIslands()
  const { names, html } = render(<Island name="LoginCard" props={{ clinicName: 'KLINIK' }} />)
  expect(names).toEqual(['LoginCard'])
  expect(html).toContain('type="password"')
})

test('an island that is not loaded is an error, not an empty place', () => {
  // Stands for an island that nobody has loaded: another test may have loaded all.
  const unknown = 'Unknown' as 'Notices'
  expect(() => render(<Island name={unknown} props={NO_PROPS} />)).toThrow(
    'island is not loaded: Unknown',
  )
})
