import { useSignals } from '@preact/signals-react/runtime'
import { type RefObject, useRef, useState } from 'react'
import { formatNumber, type Patient } from '#domain/patients/patient'
import { getCallProblem, getQueueActions, getRecallProblem } from '#domain/queue/available-actions'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { focusFirstAction, openRequeue } from '../patients/focus.ts'
import { HeldPatients, PatientList } from '../patients/PatientList.tsx'
import { CALL_HINT_ID } from '../patients/patient-actions.tsx'
import type { DeskContext } from '../patients/patient-props.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DeskColumns } from './DeskColumns.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import type { InitialData } from './model/desk-data.ts'
import { createQueueModel } from './model/queue-model.ts'
import { OwnRoom } from './OwnRoom.tsx'
import { QueueTools } from './QueueTools.tsx'
import { RoomPicker } from './RoomPicker.tsx'
import { useDesk } from './use-desk.ts'

const RESET_WARNING = `Reset the queue?

This deletes all of today's patients, clears the rooms and resets the next number to 1. Undo is possible until the next registration.`

type Model = ReturnType<typeof createQueueModel>

export default function QueueScreen(initial: InitialData) {
  useSignals()
  const [model] = useState(() => createQueueModel(initial))
  const searchInput = useRef<HTMLInputElement>(null)
  const hotkeys = getHotkeys(model, searchInput)
  const { header, own, context } = useDesk(model, initial.timeZone, hotkeys)
  const { room, present } = own
  const rooms = model.shownRooms.value
  const { priority, active, waiting, held, away } = model.lists.value
  const isFiltered = model.isFiltered.value
  const elsewhere = active.filter(({ id }) => id !== present?.id)
  const isEmpty = [priority, waiting, held, away, elsewhere].every(list => list.length === 0)
  const common: DeskContext = {
    ...context,
    getActions: getQueueActions,
    getCallDisabledReason: patient => getCallProblem(patient, room),
    getRecallDisabledReason: patient => getRecallProblem(patient, rooms),
  }

  return (
    <>
      <DeskHeader
        {...header}
        title="Queue Management"
        desk="queue"
        last={
          <Button variant="quiet" onClick={() => confirm(RESET_WARNING) && model.reset()}>
            Reset Queue
          </Button>
        }
      >
        <QueueTools
          input={searchInput}
          search={model.search.value}
          filter={model.filter.value}
          heldCount={model.held.value.length + model.away.value.length}
          onSearch={text => (model.search.value = text)}
          onFilter={filter => (model.filter.value = filter)}
          onGo={() => focusFirstAction(model.firstMatch.value)}
        />
      </DeskHeader>
      <DeskColumns
        title="My room"
        activeCount={elsewhere.length + (present ? 1 : 0)}
        elsewhere={elsewhere}
        context={common}
        card={
          <OwnRoom {...own} context={common} label="My room" free="This room is free." canDispense>
            <RoomPicker
              rooms={model.callableRooms.value}
              selected={room}
              onSelect={id => (model.selectedRoomId.value = id)}
            />
          </OwnRoom>
        }
      >
        <p id={CALL_HINT_ID} hidden>
          {present && `Finish #${formatNumber(present.number)} first`}
        </p>
        {isFiltered && isEmpty && <EmptyState message="Nobody matches." />}
        <PatientList
          title="Priority Patients"
          patients={priority}
          context={common}
          empty={isFiltered ? null : 'No priority patients'}
        />
        <PatientList
          title="Waiting Patients"
          patients={waiting}
          context={common}
          empty={isFiltered ? null : 'No patients in waiting queue'}
          hint="New patients appear here immediately."
        />
        <HeldPatients title="Away" patients={away} context={common} isOpen />
        <HeldPatients title="On hold" patients={held} context={common} isOpen={isFiltered} />
      </DeskColumns>
    </>
  )
}

function getHotkeys(model: Model, searchInput: RefObject<HTMLInputElement | null>) {
  const requeue = (reason: string) => (patient: Patient) => {
    if (reason === 'Others') openRequeue(patient)
    else model.commands.requeue(patient, reason, null)
  }
  return {
    steps: {
      d: model.commands.Dispense,
      ...Object.fromEntries(
        REQUEUE_REASONS.map((reason, index) => [`r ${index + 1}`, requeue(reason)]),
      ),
    },
    others: {
      '/': () => searchInput.current?.focus(),
      'g d': () => location.assign('/'),
      'g r': () => location.assign('/register'),
      'g q': () => location.assign('/queue'),
      'g p': () => location.assign('/dispensary'),
    },
  }
}
