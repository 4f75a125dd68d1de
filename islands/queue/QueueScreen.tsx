import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import {
  getQueueActions,
  whyCallDisabled,
  whyRecallDisabled,
} from '../patients/available-actions.ts'
import { PatientCards } from '../patients/PatientCards.tsx'
import { PatientList } from '../patients/PatientList.tsx'
import type { InitialData } from '../patients/patient-list-model.ts'
import { Button } from '../ui/Button.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { createQueueModel } from './queue-model.ts'
import { RoomPicker } from './RoomPicker.tsx'
import { useSavedRoom } from './use-saved-room.ts'

const RESET_WARNING = `Reset the queue?

This deletes all of today's patients, clears the rooms and resets the next number to 1. It cannot be undone.`

export default function QueueScreen(initial: InitialData) {
  useSignals()
  const [model] = useState(() => createQueueModel(initial))
  useWatch(model.patients, model.rooms, model.clock)
  useSavedRoom(model.selectedRoomId)

  const { priority, active, waiting } = model.lists.value
  const selected = model.selectedRoom.value

  const common = {
    now: model.clock.now.value,
    timeZone: initial.timeZone,
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
        <Button variant="quiet" onClick={() => confirm(RESET_WARNING) && model.reset()}>
          <Trash2 size={18} aria-hidden />
          Reset Queue
        </Button>
      </PageHeader>
      <RoomPicker
        rooms={model.callableRooms.value}
        selected={selected}
        onSelect={id => (model.selectedRoomId.value = id)}
      />
      <div className="queue">
        <PatientList title="Priority Patients" count={priority.length} empty="No priority patients">
          <PatientCards patients={priority} {...common} />
        </PatientList>
        {active.length > 0 && (
          <PatientList title="Active Patients" count={active.length}>
            <PatientCards patients={active} {...common} />
          </PatientList>
        )}
        <PatientList
          title="Waiting Patients"
          count={waiting.length}
          empty="No patients in waiting queue"
          hint="New patients appear here immediately."
        >
          <PatientCards patients={waiting} {...common} />
        </PatientList>
      </div>
    </>
  )
}
