import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from '../data/use-watch.ts'
import { getDispensaryActions } from '../patients/available-actions.ts'
import { PatientCards } from '../patients/PatientCards.tsx'
import { PatientList } from '../patients/PatientList.tsx'
import type { InitialData } from '../patients/patient-list-model.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHead.tsx'
import { createDispensaryModel } from './dispensary-model.ts'

/** The dispensary: who waits for medicine, called to the one counter. */
export default function DispensaryScreen(first: InitialData) {
  useSignals()
  const [board] = useState(() => createDispensaryModel(first))
  useWatch(board.patients, board.rooms, board.clock)

  const common = {
    now: board.clock.now.value,
    timeZone: first.timeZone,
    busyIds: board.busyIds.value,
    offered: getDispensaryActions,
    steps: board.steps,
  }

  return (
    <>
      <PageHeader title="Dispensary Management">
        <p className="total">
          Total <strong className="total__count">{board.total.value}</strong>
        </p>
        <Button onClick={board.refresh}>
          <RefreshCw size={18} aria-hidden />
          Refresh
        </Button>
      </PageHeader>
      {!board.dispensary.value?.isActive && (
        <Alert icon={TriangleAlert}>
          DISPENSARY window is not active. Please activate it in the Management page.
        </Alert>
      )}
      <div className="queue">
        <PatientList
          title="Priority Patients"
          count={board.priority.value.length}
          empty="No priority patients"
        >
          <PatientCards patients={board.priority.value} {...common} />
        </PatientList>
        <PatientList
          title="Waiting for Dispensary"
          count={board.others.value.length}
          empty="No patients waiting for dispensary"
          hint="Whoever is sent here by Dispense appears at once."
        >
          <PatientCards patients={board.others.value} {...common} />
        </PatientList>
      </div>
    </>
  )
}
