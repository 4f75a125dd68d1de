import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { clinicDay } from '#clinic/clinic-day'
import { dispensaryOffers } from '#clinic/offers'
import type { Patient } from '#clinic/patient'
import { minutesWaited } from '#clinic/waiting-time'
import { useWatch } from '../data/use-watch.ts'
import { Button } from '../parts/Button.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { PatientCard } from '../patients/PatientCard.tsx'
import { PatientList } from '../patients/PatientList.tsx'
import type { FirstData } from '../patients/patient-board.ts'
import { openDispensaryBoard } from './dispensary-board.ts'

/** The dispensary: who waits for medicine, called to the one counter. */
export default function DispensaryBoard(first: FirstData) {
  useSignals()
  const [board] = useState(() => openDispensaryBoard(first))
  useWatch(board.patients, board.rooms, board.clock)
  const now = board.clock.now.value
  const busyIds = board.busyIds.value

  const cards = (patients: Patient[]) =>
    patients.map(patient => (
      <PatientCard
        key={patient.id}
        patient={patient}
        offered={dispensaryOffers}
        minutes={minutesWaited(patient.registeredAt, now)}
        isBusy={busyIds.has(patient.id)}
        callIsDisabled={null}
        timeZone={first.timeZone}
        today={clinicDay(now, first.timeZone)}
        steps={board.steps}
      />
    ))

  return (
    <>
      <PageHead title="Dispensary Management">
        <p className="total">
          Total <strong className="total__count">{board.total.value}</strong>
        </p>
        <Button onClick={board.refresh}>
          <RefreshCw size={18} aria-hidden />
          Refresh
        </Button>
      </PageHead>
      {!board.dispensary.value?.isActive && (
        <p className="alert" role="alert">
          <TriangleAlert size={18} aria-hidden />
          DISPENSARY window is not active. Please activate it in the Management page.
        </p>
      )}
      <div className="queue">
        <PatientList
          title="Priority Patients"
          count={board.priority.value.length}
          empty="No priority patients"
        >
          {cards(board.priority.value)}
        </PatientList>
        <PatientList
          title="Waiting for Dispensary"
          count={board.others.value.length}
          empty="No patients waiting for dispensary"
          hint="Whoever is sent here by Dispense appears at once."
        >
          {cards(board.others.value)}
        </PatientList>
      </div>
    </>
  )
}
