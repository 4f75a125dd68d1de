import { useEffect } from 'react'
import type { Patient } from '#domain/patients/patient'
import { getClinicDay, type TimeZone } from '#domain/time'
import { useFocusRestore } from '../patients/focus.ts'
import { preloadDetails } from '../patients/use-panels.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { type Hotkeys, useHotkeys, useQueuedHotkeys } from './hotkeys.ts'
import type { Desk } from './model/desk-model.ts'
import { useQueueAlerts } from './use-queue-alerts.ts'

type OwnHotkeys = {
  steps?: Record<string, (present: Patient) => void>
  others?: Hotkeys
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
    held: [...desk.held.value, ...desk.away.value],
    shown: desk.shown.value,
  })

  const presentSteps = {
    a: commands['Call Again'],
    c: commands.Complete,
    m: commands.Missed,
    ...steps,
  }
  const queued = useQueuedHotkeys(
    {
      n: () => desk.callNext(),
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
  useHotkeys({ ...queued, ...others })

  return {
    header: {
      onRefresh: desk.refresh,
      ticketOf: desk.ticketOf.value,
      onCloseTicket: desk.closeTicket,
    },
    own: {
      room,
      focus: useFocusRestore<HTMLElement>(present ? ['room', present.id] : ['room'], isBusy),
      present,
      next,
      isBusy,
      onCallNext: desk.callNext,
    },
    context: {
      now,
      today: getClinicDay(now, timeZone),
      timeZone,
      holdPresets: presets,
      receipts: desk.receiptTexts.value,
      hasTickets: desk.ticketMode.value !== 'off',
      canForget: desk.canForget,
      busyIds,
      unsureIds: desk.writes.unsure.value,
      commands,
    },
  }
}
