import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatNumber, type Patient } from '#domain/patients/patient'
import { KeysButton } from '../calling/KeysButton.tsx'
import { NextPatient } from '../calling/NextPatient.tsx'
import { useKeptFocus } from '../calling/use-kept-focus.ts'
import { useQueueAlerts } from '../calling/use-queue-alerts.ts'
import {
  getQueueActions,
  whyCallDisabled,
  whyRecallDisabled,
} from '../patients/available-actions.ts'
import { HeldPatients } from '../patients/HeldPatients.tsx'
import { preloadDetails } from '../patients/PatientCard.tsx'
import { PatientCards } from '../patients/PatientCards.tsx'
import { PatientList } from '../patients/PatientList.tsx'
import type { InitialData } from '../patients/patient-list-model.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { QueueTools } from './QueueTools.tsx'
import { createQueueModel } from './queue-model.ts'
import { RoomPicker } from './RoomPicker.tsx'
import { focusFirstAction } from './row-focus.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import { useSavedRoom } from './use-saved-room.ts'

const RESET_WARNING = `Reset the queue?

This deletes all of today's patients, clears the rooms and resets the next number to 1. Undo is possible until the next registration.`

export default function QueueScreen(initial: InitialData) {
  useSignals()
  const [model] = useState(() => createQueueModel(initial))
  useWatch(model.patients, model.rooms, model.rules, model.receipts, model.clock)
  useEffect(preloadDetails, [])
  useSavedRoom(model.selectedRoomId)

  const { priority, active, waiting } = model.lists.value
  const held = model.held.value
  const isFiltered = model.isFiltered.value
  const shownCount = priority.length + active.length + waiting.length + held.length
  const searchInput = useRef<HTMLInputElement>(null)
  const selected = model.selectedRoom.value

  useQueueAlerts({
    waiting: model.callable.value,
    limitMinutes: model.rules.data.value.next.limitMinutes,
    now: model.clock.now.value,
    held: model.allHeld.value,
    shown: model.shown.value,
  })

  const present = model.present.value
  const next = model.next.value
  const isBusy = selected !== null && model.isRoomBusy(selected, next?.patient ?? null)

  const bar = useKeptFocus<HTMLDivElement>(isBusy)
  useQueueKeys(model, searchInput)

  const isElsewhere = ({ room }: Patient) => selected !== null && room?.id !== selected.id
  const elsewhere = active.filter(isElsewhere)
  const callHint = present && `Finish #${formatNumber(present.number)} first`

  const common = {
    now: model.clock.now.value,
    timeZone: initial.timeZone,
    holdPresets: model.rules.data.value.presets,
    receipts: model.receipts.texts.value,
    busyIds: model.busyIds.value,
    unsureIds: model.unsureIds.value,
    getActions: getQueueActions,
    getCallDisabledReason: (patient: Patient) => whyCallDisabled(patient, selected),
    getRecallDisabledReason: (patient: Patient) =>
      whyRecallDisabled(patient, model.shownRooms.value),
    commands: model.commands,
  }

  return (
    <>
      <PageHeader title="Queue Management">
        <Button onClick={model.refresh}>
          <RefreshCw size={18} aria-hidden />
          Refresh
        </Button>
        <KeysButton desk="queue" />
        <Button variant="quiet" onClick={() => confirm(RESET_WARNING) && model.reset()}>
          <Trash2 size={18} aria-hidden />
          Reset Queue
        </Button>
      </PageHeader>
      <RoomPicker
        rooms={model.callableRooms.value}
        selected={selected}
        bar={bar}
        onSelect={id => (model.selectedRoomId.value = id)}
      >
        {selected && (
          <NextPatient
            next={next}
            isServing={present !== null}
            canDispense
            isBusy={isBusy}
            onCallNext={model.callNext}
          />
        )}
      </RoomPicker>
      <QueueTools
        input={searchInput}
        search={model.search.value}
        filter={model.filter.value}
        onSearch={text => (model.search.value = text)}
        onFilter={filter => (model.filter.value = filter)}
        onGo={() => focusFirstAction(model.firstMatch.value)}
      />
      {isFiltered && shownCount === 0 && <EmptyState message="Nobody matches." />}
      <div className="queue">
        {(!isFiltered || priority.length > 0) && (
          <PatientList
            title="Priority Patients"
            count={priority.length}
            empty="No priority patients"
          >
            <PatientCards patients={priority} {...common} callHint={callHint} />
          </PatientList>
        )}
        {active.length > 0 && (
          <PatientList
            title="Active Patients"
            count={active.length}
            elsewhere={{
              title: 'Other rooms',
              count: elsewhere.length,
              cards: <PatientCards patients={elsewhere} {...common} isElsewhere />,
            }}
          >
            <PatientCards patients={active.filter(one => !isElsewhere(one))} {...common} />
          </PatientList>
        )}
        {(!isFiltered || waiting.length > 0) && (
          <PatientList
            title="Waiting Patients"
            count={waiting.length}
            empty="No patients in waiting queue"
            hint="New patients appear here immediately."
          >
            <PatientCards patients={waiting} {...common} callHint={callHint} />
          </PatientList>
        )}
        <HeldPatients count={held.length} isOpen={isFiltered}>
          <PatientCards patients={held} {...common} />
        </HeldPatients>
      </div>
    </>
  )
}
