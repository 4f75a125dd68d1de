import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import { KeysButton } from '../calling/KeysButton.tsx'
import { useKeys, useSteps } from '../calling/keys.ts'
import { NextPatient } from '../calling/NextPatient.tsx'
import { RoomNow } from '../calling/RoomNow.tsx'
import { useKeptFocus } from '../calling/use-kept-focus.ts'
import { useQueueAlerts } from '../calling/use-queue-alerts.ts'
import { getDispensaryActions } from '../patients/available-actions.ts'
import { HeldPatients } from '../patients/HeldPatients.tsx'
import { preloadDetails } from '../patients/PatientCard.tsx'
import { PatientCards } from '../patients/PatientCards.tsx'
import { PatientList } from '../patients/PatientList.tsx'
import type { InitialData } from '../patients/patient-list-model.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { createDispensaryModel } from './dispensary-model.ts'
import './DispensaryScreen.css'

export default function DispensaryScreen(initial: InitialData) {
  useSignals()
  const [model] = useState(() => createDispensaryModel(initial))
  useWatch(model.patients, model.rooms, model.rules, model.receipts, model.clock)
  useEffect(preloadDetails, [])

  useQueueAlerts({
    waiting: model.callable.value,
    limitMinutes: model.rules.data.value.next.limitMinutes,
    now: model.clock.now.value,
    held: model.held.value,
    shown: model.shown.value,
  })

  const present = model.present.value
  const next = model.next.value
  const counter = model.dispensary.value
  const isBusy = counter !== null && model.isRoomBusy(counter, next?.patient ?? null)
  const bar = useKeptFocus<HTMLElement>(isBusy)
  const onPresent = (run: (patient: Patient) => void) => () => {
    if (present) run(present)
  }
  useKeys(
    useSteps(
      {
        n: model.callNext,
        a: onPresent(model.commands.call),
        c: onPresent(model.commands.complete),
        m: onPresent(model.commands.missed),
        u: model.undo.undoLast,
      },
      {
        isBusy: model.busyIds.value.size > 0,
        failureCount: model.failureCount.value,
        presentId: present?.id ?? null,
      },
    ),
  )

  const common = {
    now: model.clock.now.value,
    timeZone: initial.timeZone,
    holdPresets: model.rules.data.value.presets,
    receipts: model.receipts.texts.value,
    busyIds: model.busyIds.value,
    unsureIds: model.unsureIds.value,
    getActions: getDispensaryActions,
    commands: model.commands,
  }

  return (
    <>
      <PageHeader title="Dispensary Management">
        <p className="total">
          Total <strong className="total__count">{model.listed.value.length}</strong>
        </p>
        <Button onClick={model.refresh}>
          <RefreshCw size={18} aria-hidden />
          Refresh
        </Button>
        <KeysButton desk="dispensary" />
      </PageHeader>
      {!counter?.isActive && (
        <Alert icon={TriangleAlert}>
          DISPENSARY window is not active. Please activate it in the Management page.
        </Alert>
      )}
      {counter?.isActive && (
        <section {...bar} className="counter" aria-label="Counter">
          <RoomNow
            number={present?.number ?? null}
            name={present?.name ?? null}
            free="The counter is free."
          />
          <NextPatient
            next={next}
            isServing={present !== null}
            isBusy={isBusy}
            onCallNext={model.callNext}
          />
        </section>
      )}
      <div className="queue">
        <PatientList
          title="Priority Patients"
          count={model.priority.value.length}
          empty="No priority patients"
        >
          <PatientCards patients={model.priority.value} {...common} />
        </PatientList>
        <PatientList
          title="Waiting for Dispensary"
          count={model.others.value.length}
          empty="No patients waiting for dispensary"
          hint="Patients sent here by Dispense appear immediately."
        >
          <PatientCards patients={model.others.value} {...common} />
        </PatientList>
        <HeldPatients count={model.held.value.length}>
          <PatientCards patients={model.held.value} {...common} />
        </HeldPatients>
      </div>
    </>
  )
}
