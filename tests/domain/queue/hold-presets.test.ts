import { expect, test } from 'bun:test'
import { MAX_HOLD_PRESETS, parseHoldPresets } from '../../../server/domain/queue/requeue-reason.ts'

test.each([
  ['', []],
  ['Eye drops 2 30', [{ reason: 'Eye drops 2', minutes: 30 }]],
  ['超声波 720', [{ reason: '超声波', minutes: 720 }]],
])('%p is %p', (text, presets) => {
  expect(parseHoldPresets(text)).toEqual(presets)
})

test.each([
  'MGTT',
  ' 120',
  'MGTT 0',
  'MGTT 721',
  'MGTT 1.5',
  'MG\u0003TT 120',
  '\u202eMGTT 120',
  `${'x'.repeat(101)} 5`,
  `Drip${'\u0301'.repeat(400)} 5`,
  Array.from({ length: MAX_HOLD_PRESETS + 1 }, () => 'A 5').join('\n'),
])('%p is not valid', text => {
  expect(parseHoldPresets(text)).toBeNull()
})
