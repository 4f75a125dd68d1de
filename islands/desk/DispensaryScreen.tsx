import { useSignals } from '@preact/signals-react/runtime'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { isActive } from '#domain/patients/patient'
import { getQueueLists, isForDispensary } from '#domain/queue/lists'
import { DISPENSARY, type Room } from '#domain/rooms/room'
import { getDispensaryActions } from '../patients/available-actions.ts'
import { PatientCards } from '../patients/PatientCards.tsx'
import { HeldPatients, PatientList } from '../patients/PatientList.tsx'
import { Alert } from '../ui/Alert.tsx'
import { DeskBar } from './DeskBar.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import type { InitialData } from './desk-data.ts'
import { createDesk } from './desk-model.ts'
import { useDesk } from './use-desk.ts'
import './DispensaryScreen.css'

/** The desk of the one room that hands out medicine. */
export default function DispensaryScreen(initial: InitialData) {
  useSignals()
  const [desk] = useState(() => createDispensary(initial))
  const { bar, cards } = useDesk(desk, initial.timeZone, {})

  const listed = getQueueLists(desk.queued.value).dispensary
  const priority = listed.filter(patient => patient.isPriority)
  const others = listed.filter(patient => !patient.isPriority)
  const common = { ...cards, getActions: getDispensaryActions }

  return (
    <>
      <DeskHeader title="Dispensary Management" desk="dispensary" onRefresh={desk.refresh}>
        <p className="total">
          Total <strong className="total__count">{listed.length}</strong>
        </p>
      </DeskHeader>
      {bar.room?.isActive ? (
        <DeskBar {...bar} label="Counter" free="The counter is free." />
      ) : (
        <Alert icon={TriangleAlert}>
          DISPENSARY window is not active. Please activate it in the Management page.
        </Alert>
      )}
      <div className="queue">
        <PatientList title="Priority Patients" count={priority.length} empty="No priority patients">
          <PatientCards patients={priority} {...common} />
        </PatientList>
        <PatientList
          title="Waiting for Dispensary"
          count={others.length}
          empty="No patients waiting for dispensary"
          hint="Patients sent here by Dispense appear immediately."
        >
          <PatientCards patients={others} {...common} />
        </PatientList>
        <HeldPatients count={desk.held.value.length}>
          <PatientCards patients={desk.held.value} {...common} />
        </HeldPatients>
      </div>
    </>
  )
}

function createDispensary(initial: InitialData) {
  return createDesk(initial, {
    texts: {
      statusFailed: 'Failed to update patient status. Please try again.',
      deleteFailed: 'Failed to delete patient. Please try again.',
      called: 'Patient Called',
      // Patients here have been dispensed already.
      dispensed: '',
      completed: 'Patient Completed',
      requeued: 'Patient Requeued',
      noRoom: 'DISPENSARY window is not active',
    },
    findRoom: (rooms: Room[]) => rooms.find(({ name }) => name === DISPENSARY) ?? null,
    isListed: isForDispensary,
    getCallable: queued => getQueueLists(queued).dispensary.filter(patient => !isActive(patient)),
  })
}
