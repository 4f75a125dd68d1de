import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import { useWatch } from '../data/use-watch.ts'
import { callIsDisabled, offers, recallIsDisabled } from '../patients/available-actions.ts'
import { PatientCards } from '../patients/PatientCards.tsx'
import { PatientList } from '../patients/PatientList.tsx'
import type { FirstData } from '../patients/patient-list-model.ts'
import { Button } from '../ui/Button.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { openQueueBoard } from './queue-model.ts'
import { RoomPicker } from './RoomPicker.tsx'
import { useRememberedRoom } from './use-saved-room.ts'

const RESET_WARNING = `Reset the queue?

This deletes all of today's patients, clears the rooms and resets the next number to 1. It cannot be undone.`

/** The desk: who waits, who is with us, and the next step of each. */
export default function QueueBoard(first: FirstData) {
  useSignals()
  const [board] = useState(() => openQueueBoard(first))
  useWatch(board.patients, board.rooms, board.clock)
  useRememberedRoom(board.selectedRoomId)

  const { priority, active, waiting } = board.lists.value
  const selected = board.selectedRoom.value

  const common = {
    now: board.clock.now.value,
    timeZone: first.timeZone,
    busyIds: board.busyIds.value,
    offered: offers,
    callIsDisabled: (patient: Patient) => callIsDisabled(patient, selected),
    recallIsDisabled: (patient: Patient) => recallIsDisabled(patient, board.shownRooms.value),
    steps: board.steps,
  }

  return (
    <>
      <PageHead title="Queue Management">
        <Button onClick={board.refresh}>
          <RefreshCw size={18} aria-hidden />
          Refresh
        </Button>
        <Button look="quiet" onClick={() => confirm(RESET_WARNING) && board.reset()}>
          <Trash2 size={18} aria-hidden />
          Reset Queue
        </Button>
      </PageHead>
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
