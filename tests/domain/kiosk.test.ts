import { describe, expect, test } from 'bun:test'
import { getOpeningHours, isOpenAt } from '#domain/kiosk/kiosk'
import { KIOSK_LANGUAGES } from '#domain/kiosk/kiosk-languages'
import { validateRegistration } from '#domain/patients/registration'
import { diffSettings, getProblemAmong } from '#domain/settings/settings'
import type { SettingTexts } from '#domain/settings-record'
import { LANGUAGE_CODES } from '#domain/tickets/languages'
import { getDomainError } from '../support/domain-errors.ts'
import { aTimeZone } from '../support/samples.ts'
import { settingsBody, someSettings } from '../support/settings.ts'

const KUALA_LUMPUR = aTimeZone('Asia/Kuala_Lumpur')
const DAY = { kioskFrom: '08:00', kioskTo: '17:00' }

describe("the clinic's clock decides whether a kiosk is open", () => {
  test.each([
    ['just before', '2026-11-25T23:59:59.999Z', false],
    ['at the first minute', '2026-11-26T00:00:00.000Z', true],
    ['in the last one', '2026-11-26T08:59:59.999Z', true],
    ['at the end', '2026-11-26T09:00:00.000Z', false],
    ["at the clinic's midnight", '2026-11-25T16:00:00.000Z', false],
  ])('%s', (_, now, isOpen) => {
    expect(isOpenAt(now, DAY, KUALA_LUMPUR)).toBe(isOpen)
  })

  test.each([
    ['from midnight', { kioskFrom: '00:00', kioskTo: '06:00' }, [true, false]],
    ['until midnight', { kioskFrom: '18:00', kioskTo: '24:00' }, [false, true]],
    ['without times', { kioskFrom: '', kioskTo: '' }, [true, true]],
    ['with one time alone', { kioskFrom: '08:00', kioskTo: '' }, [true, true]],
  ])('%s', (_, hours, isOpen) => {
    const instants = ['2026-11-25T16:00:00.000Z', '2026-11-25T15:59:59.999Z']
    expect(instants.map(now => isOpenAt(now, hours, KUALA_LUMPUR))).toEqual(isOpen)
  })

  test('from 18:00 to 02:00, over midnight', () => {
    const hours = { kioskFrom: '18:00', kioskTo: '02:00' }
    const isOpen = (minute: string) =>
      isOpenAt(`2026-11-26T${minute}:00.000Z`, hours, aTimeZone('UTC'))
    expect(['18:00', '23:59', '00:00', '01:59'].every(isOpen)).toBe(true)
    expect(['17:59', '02:00'].some(isOpen)).toBe(false)
  })

  test('where clocks change, the times are those on the wall', () => {
    const berlin = aTimeZone('Europe/Berlin')
    const at = (now: string) => isOpenAt(now, { kioskFrom: '02:30', kioskTo: '04:00' }, berlin)
    // At 02:00 it is 03:00.
    const open = ['00:59', '01:00', '01:59', '02:00'].filter(m => at(`2026-03-29T${m}:00.000Z`))
    expect(open).toEqual(['01:00', '01:59'])
  })

  test('the page shows both times or none', () => {
    expect(getOpeningHours(DAY)).toEqual({ opensAt: '08:00', closesAt: '17:00' })
    const none = { opensAt: null, closesAt: null }
    expect(getOpeningHours({ kioskFrom: '', kioskTo: '17:00' })).toEqual(none)
  })
})

const save = (values: Partial<SettingTexts>, current = {}) =>
  diffSettings(settingsBody(values).settings, someSettings(current))

describe('the opening hours', () => {
  test.each([
    [{ kioskFrom: '08:00' }, 'Enter both times, or neither'],
    [{ kioskTo: '17:00' }, 'Enter both times, or neither'],
    [{ kioskFrom: '17:00', kioskTo: '17:00' }, 'Enter another time than 17:00'],
    [{ kioskFrom: '24:00', kioskTo: '00:00' }, 'Enter another time than 24:00'],
  ])('%j are refused', (values, sentence) => {
    expect(getDomainError(() => save(values))).toEqual({ sentence, status: 400, field: 'kioskTo' })
    expect(getProblemAmong('kioskTo', { ...someSettings(), ...values })).toBe(sentence)
  })

  test.each(['8:00', '08:60', '24:01', '25:00', 'noon'])('%s is no time', kioskFrom => {
    const values = { kioskFrom, kioskTo: '17:00' }
    expect(getDomainError(() => save(values))).toMatchObject({ field: 'kioskFrom', status: 400 })
  })

  test('one is changed beside the other that is saved', () => {
    expect(save({ kioskTo: '18:00' }, DAY)).toMatchObject([{ key: 'kioskTo', value: '18:00' }])
    expect(getDomainError(() => save({ kioskTo: '08:00' }, DAY)).status).toBe(400)
    expect(save({ kioskTo: '02:00' }, DAY)).toHaveLength(1)
    expect(save({ kioskFrom: '', kioskTo: '' }, DAY)).toHaveLength(2)
    expect(save({ kioskTo: '24:00' }, DAY)).toHaveLength(1)
  })
})

test.each(['kiosk', 'Kiosk', ' kiosk\u200b'])('nobody but a kiosk registers as %j', type => {
  expect(getDomainError(() => validateRegistration({ name: 'ALI', type }))).toEqual({
    sentence: "The type kiosk is for the clinic's own kiosks",
    status: 400,
    field: 'type',
  })
})

const placesOf = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(String).sort()

test.each(LANGUAGE_CODES)('in %s every sentence has the same values as in English', code => {
  const { sentences } = KIOSK_LANGUAGES[code]
  for (const [key, sentence] of Object.entries(KIOSK_LANGUAGES.en.sentences)) {
    const translated = sentences[key as keyof typeof sentences]
    expect([key, placesOf(translated)]).toEqual([key, placesOf(sentence)])
  }
})
