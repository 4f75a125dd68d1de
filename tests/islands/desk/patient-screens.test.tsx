import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { toOrderRules } from '#domain/queue/order-rules'
import QueueScreen from '../../../islands/desk/QueueScreen.tsx'
import { aPatient } from '../../support/samples.ts'

const COMMON = {
  now: '2026-11-20T02:00:00.000Z',
  timeZone: 'Asia/Kuala_Lumpur',
  rules: toOrderRules({}),
  receipts: [],
  ticketMode: 'off' as const,
  canForget: false,
}

const ALI = aPatient({
  name: '<ALI>',
  number: 7,
  day: '2026-11-20',
  registeredAt: '2026-11-20T01:39:00.000Z',
})

test('the server renders the queue with numbers, timers and escaped names', () => {
  const html = renderToString(<QueueScreen patients={[ALI]} rooms={[]} {...COMMON} />)
  expect(html).toContain('007')
  expect(html).toContain('21 mins')
  expect(html).toContain('waiting-timer--orange')
  expect(html).toContain('&lt;ALI&gt;')
  expect(html).toContain('No priority patients')
  expect(html).not.toContain('Active Patients')
})

test('data of one request never appears in the page of another', () => {
  renderToString(<QueueScreen patients={[ALI]} rooms={[]} {...COMMON} />)
  const html = renderToString(<QueueScreen patients={[]} rooms={[]} {...COMMON} />)
  expect(html).not.toContain('ALI')
  expect(html).toContain('No patients in waiting queue')
})
