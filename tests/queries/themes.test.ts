import { expect, test } from 'bun:test'
import { COLOR } from '#domain/settings/setting-types'
import { withDefaults } from '#domain/settings/settings'
import {
  COLOR_GROUPS,
  type ColorGroup,
  GOLD_GRADIENT,
  SETTINGS_SCHEMA,
} from '#domain/settings/settings-schema'
import { getTextGroups, getTheme } from '../../server/queries/themes.ts'

const saved = (values: Record<string, string>) =>
  withDefaults(Object.entries(values).map(([key, value]) => ({ key, value })))

test('the theme is complete by default', () => {
  const theme = getTheme(withDefaults([]))
  expect(theme).toMatchObject({
    id: 'active',
    name: 'blue',
    headerBackground: { color: '#1e40af', mode: 'solid', gradient: GOLD_GRADIENT },
    marqueeText: { color: '#ffffff', mode: 'solid', gradient: GOLD_GRADIENT },
    marqueeBackground: { color: '#000000', mode: 'solid', gradient: GOLD_GRADIENT },
    callBorderColor: '#22c55e',
  })
  for (const group of Object.keys(COLOR_GROUPS) as ColorGroup[])
    expect(theme[group].color).toMatch(/^#[0-9a-f]{6}$/)
})

test('every color setting is part of the theme', () => {
  const odd = Object.entries(SETTINGS_SCHEMA).filter(([, { type }]) => type === COLOR)
  const chosen = saved(
    Object.fromEntries(odd.map(([key], n) => [key, `#0000${(n + 16).toString(16)}`])),
  )
  const json = JSON.stringify(getTheme(chosen))
  for (const [key] of odd) expect(json).toContain(`"${chosen[key]}"`)
})

test('a chosen gradient is in the theme with its mode', () => {
  const gradient = 'linear-gradient(90deg, #000000 0%, #ffffff 100%)'
  const theme = getTheme(
    saved({ callBackgroundMode: 'gradient', callBackgroundGradient: gradient }),
  )
  expect(theme.callBackground).toEqual({ color: '#16a34a', mode: 'gradient', gradient })
})

test('the text groups are these four, complete, in this order', () => {
  expect(getTextGroups(withDefaults([]))).toEqual([
    {
      groupName: 'clinic_name',
      backgroundColor: '#1e40af',
      fontSize: '42px',
      fontWeight: '700',
      textAlign: 'center',
      color: '#ffffff',
      gradient: null,
    },
    {
      groupName: 'title',
      backgroundColor: '#16a34a',
      fontSize: '48px',
      fontWeight: '700',
      textAlign: 'center',
      color: '#ffffff',
      gradient: null,
    },
    {
      groupName: 'Token Label',
      backgroundColor: '#16a34a',
      fontSize: '132px',
      fontWeight: '800',
      textAlign: 'center',
      color: '#ffffff',
      gradient: null,
    },
    {
      groupName: 'Patient History',
      backgroundColor: '#2563eb',
      fontSize: '50px',
      fontWeight: '700',
      textAlign: 'left',
      color: '#facc15',
      gradient: null,
    },
  ])
})

test('a text group has its gradient while that is chosen', () => {
  const [clinicName] = getTextGroups(saved({ clinicNameTextMode: 'gradient' }))
  expect(clinicName).toMatchObject({ color: '#ffffff', gradient: GOLD_GRADIENT })
})
