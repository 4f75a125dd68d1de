import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { SECTIONS, type SectionId } from '#domain/settings/cards'
import { getRow, listFields, SETTING_KEYS } from '#domain/settings/settings-schema'
import type { SettingTexts } from '#domain/settings-record'
import { SectionCards } from '../../../islands/settings/cards/SectionCards.tsx'
import { FormContext } from '../../../islands/settings/fields/form.ts'
import { someSettings } from '../../support/settings.ts'

/** The fields of these are drawn from what else a card gets, or loaded on demand. */
const BY_HAND = ['Media', 'Clinic Logo', 'Audio', 'Prayer Times']

const render = (section: SectionId, values: SettingTexts = someSettings()) =>
  renderToString(
    <FormContext
      value={{
        values,
        isAdmin: true,
        isSaving: false,
        isUnsaved: () => false,
        getProblem: () => null,
        onEdit() {},
        onHide() {},
        onSave() {},
      }}
    >
      <SectionCards section={section} contents={{}} hidden={[]} />
    </FormContext>,
  )
// Safe: these are the keys of the object.
const sections = Object.keys(SECTIONS) as SectionId[]

test('every setting with a label has its field in its card', () => {
  const switches = SETTING_KEYS.filter(key => getRow(key).type.field === 'switch')
  const on = Object.fromEntries(switches.map(key => [key, 'true']))
  const values = { ...someSettings({ ticketMode: 'screen' }), ...on }
  for (const section of sections) {
    const [, ...cards] = render(section, values).split('<section class="card')
    for (const title of SECTIONS[section].cards.filter(one => !BY_HAND.includes(one))) {
      const card = cards.find(html => html.includes(`>${title}</h`)) ?? ''
      const labels = listFields(title).map(key => getRow(key).label)
      const text = card.replaceAll('&#x27;', "'")
      expect([title, labels.filter(label => !text.includes(label ?? ''))]).toEqual([title, []])
    }
  }
})

test('a card that has nothing to show is left out, as are fields of what is off', () => {
  expect(render('information')).not.toContain('Latitude')
  expect(render('information', someSettings({ showWeather: 'true' }))).toContain('Latitude')
  expect(render('information')).not.toContain('<textarea')
  expect(render('queue')).not.toContain('Width of the paper')
})
