import { useSignals } from '@preact/signals-react/runtime'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { isActive } from '#domain/patients/patient'
import { getDispensaryActions } from '#domain/queue/available-actions'
import { getQueueLists, isForDispensary } from '#domain/queue/lists'
import { DISPENSARY, type Room } from '#domain/rooms/room'
import { HeldPatients, PatientList } from '../patients/PatientList.tsx'
import { PatientRows } from '../patients/PatientRows.tsx'
import { Alert } from '../ui/Alert.tsx'
import { DeskColumns } from './DeskColumns.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import type { InitialData } from './model/desk-data.ts'
import { createDesk } from './model/desk-model.ts'
import { OwnRoom } from './OwnRoom.tsx'
import { useDesk } from './use-desk.ts'
import './DispensaryScreen.css'

export default function DispensaryScreen(initial: InitialData) {
  useSignals()
  const [desk] = useState(() => createDispensary(initial))
  const { own, context } = useDesk(desk, initial.timeZone, {})
  const isOpen = own.room?.isActive === true

  const listed = getQueueLists(desk.queued.value).dispensary
  const others = listed.filter(({ id }) => !isOpen || id !== own.present?.id)
  const priority = others.filter(patient => patient.isPriority)
  const waiting = others.filter(patient => !patient.isPriority)
  const common = { ...context, getActions: getDispensaryActions }

  return (
    <>
      <DeskHeader
        title="Dispensary Management"
        desk="dispensary"
        onRefresh={desk.refresh}
        ticketOf={desk.ticketOf.value}
        onCloseTicket={desk.closeTicket}
      >
        <p className="total">
          Total <strong className="total__count">{listed.length}</strong>
        </p>
      </DeskHeader>
      <DeskColumns
        title="Counter"
        activeCount={0}
        elsewhere={[]}
        context={common}
        card={
          isOpen ? (
            <OwnRoom {...own} context={common} label="Counter" free="The counter is free." />
          ) : (
            <Alert icon={TriangleAlert}>
              DISPENSARY window is not active. Please activate it in the Management page.
            </Alert>
          )
        }
      >
        <PatientList title="Priority Patients" count={priority.length} empty="No priority patients">
          <PatientRows patients={priority} context={common} />
        </PatientList>
        <PatientList
          title="Waiting for Dispensary"
          count={waiting.length}
          empty="No patients waiting for dispensary"
          hint="Patients sent here by Dispense appear immediately."
        >
          <PatientRows patients={waiting} context={common} />
        </PatientList>
        <HeldPatients count={desk.held.value.length}>
          <PatientRows patients={desk.held.value} context={common} />
        </HeldPatients>
      </DeskColumns>
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
