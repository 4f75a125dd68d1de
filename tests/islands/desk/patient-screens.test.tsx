import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { toOrderRules } from '#domain/queue/order-rules'
import QueueScreen from '../../../islands/desk/QueueScreen.tsx'
import { aPatient, KUALA_LUMPUR } from '../../support/samples.ts'
import { someSettings } from '../../support/settings.ts'

const COMMON = {
  now: '2026-11-20T02:00:00.000Z',
  timeZone: KUALA_LUMPUR,
  rules: toOrderRules(someSettings()),
  receipts: [],
  ticketMode: 'off' as const,
  canForget: false,
  savedRoom: null,
  queues: [],
}

test('the server renders names escaped, and nothing of one request in the page of another', () => {
  const patients = [aPatient({ name: '<ALI>' })]
  const html = renderToString(<QueueScreen patients={patients} rooms={[]} {...COMMON} />)
  expect(html).toContain('&lt;ALI&gt;')
  const other = renderToString(<QueueScreen patients={[]} rooms={[]} {...COMMON} />)
  expect(other).not.toContain('ALI')
  expect(other).toContain('No patients in waiting queue')
})
