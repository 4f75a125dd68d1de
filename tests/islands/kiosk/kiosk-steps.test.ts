import { expect, test } from 'bun:test'
import { getNextStep, type KioskEvent, type KioskStep } from '../../../islands/kiosk/kiosk-steps.ts'

const BLOOD_TEST = { id: 1, name: 'Blood test', prefix: 'B' }

type Rules = Parameters<typeof getNextStep>[2]

const RULES: Rules = { names: 'optional', queues: [BLOOD_TEST] }
const PLAIN: Rules = { names: 'never', queues: [] }
const ENGLISH: KioskEvent = { type: 'language', language: 'en' }
const REGISTRATION = { label: 'B001', ticketUrl: null }

function walk(rules: Rules, ...events: KioskEvent[]) {
  return events.reduce<KioskStep>((step, event) => getNextStep(step, event, rules), {
    step: 'start',
  })
}

const nameIt = (name: string): KioskEvent[] => [
  ENGLISH,
  { type: 'queue', queueId: 1 },
  { type: 'name', name },
]

test('language, queue and name lead to the number', () => {
  expect(walk(RULES, ENGLISH)).toEqual({ step: 'queue', language: 'en' })
  expect(walk(RULES, ...nameIt('ALI').slice(0, 2))).toEqual({
    step: 'name',
    language: 'en',
    queueId: 1,
  })
  const sending = { step: 'sending', language: 'en', queueId: 1, name: 'ALI' } as const
  expect(walk(RULES, ...nameIt('ALI'))).toEqual(sending)
  expect(walk(RULES, ...nameIt(''))).toEqual({ ...sending, name: null })
  const registered: KioskEvent = { type: 'registered', registration: REGISTRATION }
  const number = walk(RULES, ...nameIt('ALI'), registered)
  expect(number).toEqual({ step: 'number', language: 'en', ...REGISTRATION })
  expect(getNextStep(number, { type: 'reset' }, RULES)).toEqual({ step: 'start' })
})

test('without queues and names, one touch is enough', () => {
  expect(walk(PLAIN, ENGLISH)).toEqual({
    step: 'sending',
    language: 'en',
    queueId: null,
    name: null,
  })
  expect(walk({ ...PLAIN, names: 'optional' }, ENGLISH)).toMatchObject({ step: 'name' })
  expect(
    walk({ ...RULES, names: 'never' }, ENGLISH, { type: 'queue', queueId: null }),
  ).toMatchObject({ step: 'sending', queueId: null })
})

test('a name that is required is asked for again', () => {
  const rules: Rules = { ...RULES, names: 'required' }
  expect(walk(rules, ...nameIt(''))).toMatchObject({ step: 'name', problem: 'nameNeeded' })
  expect(walk(rules, ...nameIt('ALI'))).toMatchObject({ step: 'sending' })
})

test('a second press changes nothing', () => {
  const sending = walk(RULES, ...nameIt('ALI'))
  for (const event of [...nameIt('ALI'), { type: 'back' } as const]) {
    expect(getNextStep(sending, event, RULES)).toBe(sending)
  }
})

test('Back leads to the step before', () => {
  const back: KioskEvent = { type: 'back' }
  const toName = nameIt('ALI').slice(0, 2)
  expect(walk(RULES, ...toName, back)).toEqual({ step: 'queue', language: 'en' })
  expect(walk(RULES, ...toName, back, back)).toEqual({ step: 'start' })
  expect(walk({ ...RULES, queues: [] }, ENGLISH, back)).toEqual({ step: 'start' })
})

test('what the server refuses is asked for again, or leads to the counter', () => {
  const refused = (field: string | null) =>
    walk(RULES, ...nameIt('ALI'), { type: 'refused', field })
  expect(refused('queueId')).toEqual({ step: 'queue', language: 'en', problem: 'queueGone' })
  expect(refused('name')).toMatchObject({ step: 'name', problem: 'nameNeeded' })
  expect(refused(null)).toEqual({ step: 'counter', language: 'en' })
  expect(walk(RULES, ...nameIt('ALI'), { type: 'lost' })).toEqual({
    step: 'counter',
    language: 'en',
  })
})
