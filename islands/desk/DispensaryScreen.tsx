import { useSignals } from '@preact/signals-react/runtime'
import { Pill, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { isActive, type Patient } from '#domain/patients/patient'
import { getDispensaryActions } from '#domain/queue/available-actions'
import { getQueueLists, isForDispensary } from '#domain/queue/lists'
import { isDispensary } from '#domain/rooms/room'
import { PatientNumber } from '../patients/PatientFacts.tsx'
import { FoldedPatients, NextPatient, PatientList } from '../patients/PatientList.tsx'
import { Alert } from '../ui/Alert.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DeskColumns } from './DeskColumns.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import type { InitialData } from './model/desk-data.ts'
import { createDesk, type DeskOptions } from './model/desk-model.ts'
import { OwnRoom } from './OwnRoom.tsx'
import { useDesk } from './use-desk.ts'

const NOT_ACTIVE = 'DISPENSARY window is not active'
const NOBODY_WAITS = 'No patients waiting for dispensary'

const DISPENSARY: DeskOptions = {
  texts: {
    statusFailed: 'Failed to update patient status. Please try again.',
    deleteFailed: 'Failed to delete patient. Please try again.',
    called: 'Patient Called',
    // Never shown, because patients here have already been dispensed.
    dispensed: '',
    completed: 'Patient Completed',
    requeued: 'Patient Requeued',
    noRoom: NOT_ACTIVE,
  },
  findRoom: rooms => rooms.find(isDispensary) ?? null,
  isListed: isForDispensary,
  getCallable: queued => getQueueLists(queued).dispensary.filter(patient => !isActive(patient)),
}

export default function DispensaryScreen(initial: InitialData) {
  useSignals()
  const [desk] = useState(() => createDesk(initial, DISPENSARY))
  const { own, context } = useDesk(desk, initial.timeZone, {})
  const isOpen = own.room?.isActive === true

  const { dispensary: listed, active } = getQueueLists(desk.queued.value)
  const others = listed.filter(({ id }) => !isOpen || id !== own.present?.id)
  const held = desk.held.value
  const next = [...others, ...held].find(({ id }) => id === own.next?.patient.id) ?? null
  const common = { ...context, getActions: getDispensaryActions }

  return (
    <>
      <DeskHeader
        desk={desk}
        title="Dispensary Management"
        screen="dispensary"
        about={
          <span className="badge tone--dispensary total">
            {listed.length} <span className="total__words">in total</span>
          </span>
        }
      />
      <DeskColumns
        title="At the counter"
        hint={isOpen ? own.hint : NOT_ACTIVE}
        context={common}
        away={desk.away.value}
        card={
          <OwnRoom
            {...own}
            context={common}
            label="At the counter"
            title={isOpen ? 'No patient at the counter' : 'The counter is closed'}
          >
            {!isOpen && (
              <Alert icon={TriangleAlert}>
                {NOT_ACTIVE}. Please activate it in the Management page.
              </Alert>
            )}
          </OwnRoom>
        }
      >
        {next && own.why && <NextPatient patient={next} why={own.why} context={common} />}
        <PatientList
          title="Priority Patients"
          patients={others.filter(({ isPriority }) => isPriority)}
          next={next}
          context={common}
          empty="No priority patients"
        />
        <PatientList
          title="Waiting for Dispensary"
          patients={others.filter(({ isPriority }) => !isPriority)}
          next={next}
          context={common}
          empty={others.length === 0 ? <NobodyWaits active={active} /> : NOBODY_WAITS}
        />
        <FoldedPatients title="On hold" patients={held} context={common} />
      </DeskColumns>
    </>
  )
}

function NobodyWaits({ active }: { active: Patient[] }) {
  return (
    <>
      <EmptyState
        Icon={Pill}
        message={NOBODY_WAITS}
        hint="Patients appear here when a room presses Dispense."
      />
      {active.length > 0 && (
        <p className="with-doctor row">
          {active.map(patient => (
            <span key={patient.id} className="line">
              <PatientNumber patient={patient} isSmall /> {patient.room?.name}
            </span>
          ))}
          {active.length > 1 ? 'are' : 'is'} with a doctor now
        </p>
      )}
    </>
  )
}
