import { afterEach, expect, test } from 'bun:test'
import { signal } from '@preact/signals-react'
import { renderToString } from 'react-dom/server'
import type { Patient } from '#domain/patients/patient'
import { toOrderRules } from '#domain/queue/order-rules'
import { saveRoom } from '../../../islands/desk/model/queue-model.ts'
import QueueScreen from '../../../islands/desk/QueueScreen.tsx'
import { replaceGlobals } from '../../support/fakes/browser-globals.ts'
import { aPatient, aRoom, KUALA_LUMPUR } from '../../support/samples.ts'
import { someSettings } from '../../support/settings.ts'

const COMMON = {
  now: '2026-11-20T02:00:00.000Z',
  timeZone: KUALA_LUMPUR,
  rules: toOrderRules(someSettings()),
  receipts: [],
  ticketMode: 'off' as const,
  canForget: false,
  queues: [],
}
const ROOM_5 = aRoom({ id: 5, name: 'Bilik 5' })

const draw = (patients: Patient[], rooms = [ROOM_5], savedRoom: string | null = null) =>
  renderToString(<QueueScreen {...COMMON} {...{ patients, rooms, savedRoom }} />)

let restoreGlobals = () => {}
afterEach(() => restoreGlobals())

test('the server renders names escaped, and nothing of one request in the page of another', () => {
  expect(draw([aPatient({ name: '<ALI>' })])).toContain('&lt;ALI&gt;')
  const other = draw([])
  expect(other).not.toContain('ALI')
  expect(other).toContain('No patients in waiting queue')
})

test('the saved room is chosen again, but not another room of its id', () => {
  const chosen = '<option value="5" selected="">'
  expect(draw([], [aRoom(), ROOM_5], '5 Bilik 5')).toContain(chosen)
  expect(draw([], [{ ...ROOM_5, name: 'Bilik Rawatan' }], '5 Bilik 5')).not.toContain(chosen)
})

test('the cookie follows the chosen room and its name, and ends with the choice', () => {
  restoreGlobals = replaceGlobals({ document: {} })
  const [rooms, selected] = [signal([ROOM_5]), signal<number | null>(5)]
  const stop = saveRoom(rooms, selected)
  expect(document.cookie).toStartWith('desk_room=5%20Bilik%205; path=/queue; max-age=31536000')
  rooms.value = [{ ...ROOM_5, name: 'Bilik 6' }]
  expect(document.cookie).toStartWith('desk_room=5%20Bilik%206;')
  selected.value = null
  expect(document.cookie).toStartWith('desk_room=; path=/queue; max-age=0')
  stop()
})
