import { useSignals } from '@preact/signals-react/runtime'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { isActive } from '#domain/patients/patient'
import { getDispensaryActions } from '#domain/queue/available-actions'
import { getQueueLists, isForDispensary } from '#domain/queue/lists'
import { isDispensary, type Room } from '#domain/rooms/room'
import { HeldPatients, PatientList } from '../patients/PatientList.tsx'
import { Alert } from '../ui/Alert.tsx'
import { DeskColumns } from './DeskColumns.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import type { InitialData } from './model/desk-data.ts'
import { createDesk } from './model/desk-model.ts'
import { OwnRoom } from './OwnRoom.tsx'
import { useDesk } from './use-desk.ts'

export default function DispensaryScreen(initial: InitialData) {
  useSignals()
  const [desk] = useState(() => createDispensary(initial))
  const { header, own, context } = useDesk(desk, initial.timeZone, {})
  const isOpen = own.room?.isActive === true

  const listed = getQueueLists(desk.queued.value).dispensary
  const others = listed.filter(({ id }) => !isOpen || id !== own.present?.id)
  const common = { ...context, getActions: getDispensaryActions }

  return (
    <>
      <DeskHeader {...header} title="Dispensary Management" desk="dispensary">
        <p className="total soft">
          Total <strong className="total__count">{listed.length}</strong>
        </p>
      </DeskHeader>
      <DeskColumns
        title="Counter"
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
        <PatientList
          title="Priority Patients"
          patients={others.filter(({ isPriority }) => isPriority)}
          context={common}
          empty="No priority patients"
        />
        <PatientList
          title="Waiting for Dispensary"
          patients={others.filter(({ isPriority }) => !isPriority)}
          context={common}
          empty="No patients waiting for dispensary"
          hint="Patients sent here by Dispense appear immediately."
        />
        <HeldPatients title="Away" patients={desk.away.value} context={common} isOpen />
        <HeldPatients title="On hold" patients={desk.held.value} context={common} />
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
    findRoom: (rooms: Room[]) => rooms.find(isDispensary) ?? null,
    isListed: isForDispensary,
    getCallable: queued => getQueueLists(queued).dispensary.filter(patient => !isActive(patient)),
  })
}
