import { useEffect } from 'react'
import type { Patient } from '#domain/patients/patient'
import type { NextPatient } from '#domain/queue/next-patient'
import type { NextRules } from '#domain/queue/order-rules'
import type { Room } from '#domain/rooms/room'
import { getClinicDay, getClinicMinute, type TimeZone } from '#domain/time'
import { formatListNumber } from '../patients/dated-number.ts'
import { useFocusRestore } from '../patients/focus.ts'
import { preloadDetails } from '../patients/use-panels.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { type Hotkeys, useHotkeys, useQueuedHotkeys } from '../ui/keyboard/hotkeys.ts'
import type { Desk } from './model/desk-model.ts'
import { useQueueAlerts } from './queue-alerts.ts'

type OwnHotkeys = {
  steps?: Record<string, (present: Patient) => void>
  others?: Hotkeys
}

const GO_KEYS: Hotkeys = {
  'g d': () => location.assign('/'),
  'g r': () => location.assign('/register'),
  'g q': () => location.assign('/queue'),
  'g p': () => location.assign('/dispensary'),
}

export function useDesk(desk: Desk, timeZone: TimeZone, { steps = {}, others = {} }: OwnHotkeys) {
  const { commands } = desk
  const room = desk.room.value
  const present = desk.present.value
  const next = desk.next.value
  const now = desk.clock.now.value
  const { next: nextRules, presets } = desk.rules.data.value
  const isBusy = room !== null && desk.isRoomBusy(room, next?.patient ?? null)
  const busyIds = desk.writes.busy.value

  useWatch(desk)
  useEffect(preloadDetails, [])
  useQueueAlerts({
    waiting: desk.callable.value,
    limitMinutes: nextRules.limitMinutes,
    now,
    held: desk.held.value,
    away: desk.away.value,
    shown: desk.shown.value,
  })

  const presentSteps = {
    a: commands['Call Again'],
    c: commands.Complete,
    m: commands.Missed,
    r: commands.Requeue,
    ...steps,
  }
  const queued = useQueuedHotkeys(
    {
      n: () => desk.callNext(),
      b: () => desk.away.value[0] && commands['Bring back'](desk.away.value[0]),
      u: desk.undo.undoLast,
      ...Object.fromEntries(
        Object.entries(presentSteps).map(([key, run]) => [key, () => present && run(present)]),
      ),
    },
    {
      isBusy: busyIds.size > 0,
      failureCount: desk.failureCount.value,
      presentId: present?.id ?? null,
    },
  )
  useHotkeys({ ...queued, ...GO_KEYS, ...others })

  return {
    own: {
      room,
      focus: useFocusRestore<HTMLElement>(present ? ['room', present.id] : ['room'], isBusy),
      present,
      next,
      isBusy,
      lastServed: formatLastServed(room, desk.shown.value, timeZone),
      hint: getCallHint(room, present),
      why: next && formatWhyNext(next, nextRules),
      onCallNext: desk.callNext,
    },
    context: {
      now,
      today: getClinicDay(now, timeZone),
      timeZone,
      limitMinutes: nextRules.limitMinutes,
      requeuingId: desk.requeuingId.value,
      holdPresets: presets,
      queues: desk.queues.value,
      receipts: desk.receiptTexts.value,
      hasTickets: desk.ticketMode.value !== 'off',
      canForget: desk.canForget,
      busyIds,
      unsureIds: desk.writes.unsure.value,
      commands,
    },
  }
}

const WHY_TEXTS = {
  'longest-wait': 'Longest wait',
  missed: 'Missed a call',
  'nobody-free': 'No one else is ready',
  chosen: '',
  early: 'Early for the appointment',
}

function formatWhyNext({ why }: NextPatient, { weight, limitMinutes }: NextRules) {
  if (why.reason === 'over-limit') return `Waited over ${limitMinutes} min`
  if (why.reason !== 'priority') return WHY_TEXTS[why.reason]
  if (weight === 'always') return 'Priority goes first'
  return weight === 2 ? 'Priority counts double' : `Priority counts ${weight} times`
}

function formatLastServed(room: Room | null, patients: Patient[], timeZone: TimeZone) {
  const left = patients.flatMap(({ label, day, journey }) => {
    const at = journey.findLast(({ fromRoom }) => fromRoom === room?.name)?.timestamp
    return at ? [{ label, day, at }] : []
  })
  const last = left.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)
  if (!room || !last) return 'No patient has been called yet.'
  return `Last served ${formatListNumber(last)} at ${getClinicMinute(last.at, timeZone)}`
}

function getCallHint(room: Room | null, present: Patient | null) {
  if (!room || !present) return null
  const number = formatListNumber(present)
  return `${room.name} is serving ${number}. "Complete ${number} & call" is in this row's menu.`
}
