import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import { useWatch } from '../data/use-watch.ts'
import {
  getQueueActions,
  whyCallDisabled,
  whyRecallDisabled,
} from '../patients/available-actions.ts'
import { PatientCards } from '../patients/PatientCards.tsx'
import { PatientList } from '../patients/PatientList.tsx'
import type { InitialData } from '../patients/patient-list-model.ts'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHead.tsx'
import { createQueueModel } from './queue-model.ts'
import { RoomPicker } from './RoomPicker.tsx'
import { useSavedRoom } from './use-saved-room.ts'

const RESET_WARNING = `Reset the queue?

This deletes all of today's patients, clears the rooms and resets the next number to 1. It cannot be undone.`

/** The desk: who waits, who is with us, and the next step of each. */
export default function QueueScreen(first: InitialData) {
  useSignals()
  const [board] = useState(() => createQueueModel(first))
  useWatch(board.patients, board.rooms, board.clock)
  useSavedRoom(board.selectedRoomId)

  const { priority, active, waiting } = board.lists.value
  const selected = board.selectedRoom.value

  const common = {
    now: board.clock.now.value,
    timeZone: first.timeZone,
    busyIds: board.busyIds.value,
    offered: getQueueActions,
    callIsDisabled: (patient: Patient) => whyCallDisabled(patient, selected),
    recallIsDisabled: (patient: Patient) => whyRecallDisabled(patient, board.shownRooms.value),
    steps: board.steps,
  }

  return (
    <>
      <PageHeader title="Queue Management">
        <Button onClick={board.refresh}>
          <RefreshCw size={18} aria-hidden />
          Refresh
        </Button>
        <Button look="quiet" onClick={() => confirm(RESET_WARNING) && board.reset()}>
          <Trash2 size={18} aria-hidden />
          Reset Queue
        </Button>
      </PageHeader>
      <RoomPicker
        rooms={board.offeredRooms.value}
        selected={selected}
        onSelect={id => (board.selectedRoomId.value = id)}
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
          hint="Whoever is registered appears here at once."
        >
          <PatientCards patients={waiting} {...common} />
        </PatientList>
      </div>
    </>
  )
}
