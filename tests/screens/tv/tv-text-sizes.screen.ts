import { call, expect, register } from '../../support/screens/fixtures.ts'
import { test } from '../../support/screens/tv-fixtures.ts'

const DRAWN = {
  clinic_name: '.stage__clinic-name > div',
  title: '.stage__calling',
  'Token Label': '.stage__name > div',
  'Patient History': '.stage__row-name > div',
}

type Group = { groupName: keyof typeof DRAWN; fontSize: string; fontWeight: string }

test('the text groups answer the sizes in which the TV draws short texts', async ({
  desk,
  tv,
  openTv,
}) => {
  await desk.request.put('/api/settings', {
    data: { settings: [{ key: 'clinicName', value: 'AMAN', category: 'display' }] },
  })
  await register(desk, 'ALI', 'MEI')
  await call(desk, 1, 2)
  await call(desk, 2, 3)
  await openTv()
  await expect(tv.locator('.stage__row-name')).toHaveText('ALI')
  const groups: Group[] = await (await desk.request.get('/api/text-groups/active')).json()
  expect(groups.map(({ groupName }) => groupName)).toEqual(Object.keys(DRAWN))
  for (const { groupName, fontSize, fontWeight } of groups) {
    const text = tv.locator(DRAWN[groupName]).first()
    await expect(text).toHaveCSS('font-size', fontSize)
    await expect(text).toHaveCSS('font-weight', fontWeight)
  }
})
