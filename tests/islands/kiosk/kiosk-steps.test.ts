import { expect, test } from 'bun:test'
import { getNextStep, type KioskEvent, type KioskStep } from '../../../islands/kiosk/kiosk-steps.ts'

type Rules = Parameters<typeof getNextStep>[2]

const RULES: Rules = {
  names: 'optional',
  queues: [{ id: 1, name: 'Blood test', prefix: 'B' }],
}
const NO_NAMES: Rules = { ...RULES, names: 'never' }
const NO_QUEUES: Rules = { ...RULES, queues: [] }
const REQUIRED: Rules = { ...RULES, names: 'required' }
const ENGLISH: KioskEvent = { type: 'language', language: 'en' }
const QUEUE: KioskEvent = { type: 'queue', queueId: 1 }
const ALI: KioskEvent = { type: 'name', name: 'ALI' }
const UNNAMED: KioskEvent = { type: 'name', name: '' }
const BACK: KioskEvent = { type: 'back' }
const REGISTRATION = { label: 'B001', ticketUrl: null }
const REGISTERED: KioskEvent = { type: 'registered', registration: REGISTRATION }

const refused = (field: string | null): KioskEvent => ({ type: 'refused', field })

function walk(rules: Rules, ...events: KioskEvent[]) {
  return events.reduce<KioskStep>((step, event) => getNextStep(step, event, rules), {
    step: 'start',
  })
}

const IN_QUEUE = { language: 'en', queueId: 1 }

test.each<[string, Rules, KioskEvent[], object]>([
  ['a language', RULES, [ENGLISH], { step: 'queue', language: 'en' }],
  ['a queue', RULES, [ENGLISH, QUEUE], { ...IN_QUEUE, step: 'name' }],
  ['a name', RULES, [ENGLISH, QUEUE, ALI], { ...IN_QUEUE, step: 'sending', name: 'ALI' }],
  ['no name', RULES, [ENGLISH, QUEUE, UNNAMED], { ...IN_QUEUE, step: 'sending', name: null }],
  ['a second press', RULES, [ENGLISH, QUEUE, ALI, ALI, BACK], { step: 'sending', name: 'ALI' }],
  ['a number', RULES, [ENGLISH, QUEUE, ALI, REGISTERED], { step: 'number', ...REGISTRATION }],
  ['the end', RULES, [ENGLISH, QUEUE, ALI, REGISTERED, { type: 'reset' }], { step: 'start' }],
  ['a queue without names', NO_NAMES, [ENGLISH, QUEUE], { step: 'sending', queueId: 1 }],
  ['no queues', NO_QUEUES, [ENGLISH], { step: 'name', queueId: null }],
  ['neither', { ...NO_NAMES, queues: [] }, [ENGLISH], { step: 'sending', name: null }],
  ['a missing name', REQUIRED, [ENGLISH, QUEUE, UNNAMED], { step: 'name', problem: 'nameNeeded' }],
  ['a required name', REQUIRED, [ENGLISH, QUEUE, ALI], { step: 'sending' }],
  ['Back at the name', RULES, [ENGLISH, QUEUE, BACK], { step: 'queue', language: 'en' }],
  ['Back twice', RULES, [ENGLISH, QUEUE, BACK, BACK], { step: 'start' }],
  ['Back without queues', NO_QUEUES, [ENGLISH, BACK], { step: 'start' }],
  [
    'a queue that is gone',
    RULES,
    [ENGLISH, QUEUE, ALI, refused('queueId')],
    { step: 'queue', problem: 'queueGone' },
  ],
  [
    'a refused name',
    RULES,
    [ENGLISH, QUEUE, ALI, refused('name')],
    { ...IN_QUEUE, step: 'name', problem: 'nameNeeded' },
  ],
  [
    'another refusal',
    RULES,
    [ENGLISH, QUEUE, ALI, refused(null)],
    { step: 'counter', language: 'en' },
  ],
  [
    'a lost request',
    RULES,
    [ENGLISH, QUEUE, ALI, { type: 'lost' }],
    { step: 'counter', language: 'en' },
  ],
])('the step after %s', (_, rules, events, step) => {
  expect(walk(rules, ...events)).toMatchObject(step)
})
