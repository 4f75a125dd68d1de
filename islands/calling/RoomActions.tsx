import type { Patient } from '#domain/patients/patient'
import type { Action } from '../patients/available-actions.ts'
import { COMMANDS, ICONS } from '../patients/PatientActions.tsx'
import type { PatientCommands } from '../patients/patient-commands.ts'
import { Button } from '../ui/Button.tsx'
import './NextPatient.css'

type Props = {
  patient: Patient
  isBusy: boolean
  getActions: (patient: Patient) => Action[]
  commands: PatientCommands
}

const SHOWN: readonly Action[] = ['Call Again', 'Dispense', 'Complete', 'Missed', 'No-show']

/** What a desk does with the patient in its own room, wherever the list is scrolled to. */
export function RoomActions({ patient, isBusy, getActions, commands }: Props) {
  const actions = getActions(patient).filter(action => SHOWN.includes(action))
  return (
    <section className="room-actions" aria-label="My room">
      {actions.map(action => {
        const command = COMMANDS[action]
        return (
          <Button
            key={action}
            disabled={isBusy}
            onClick={() => command && commands[command](patient)}
          >
            {ICONS[action]}
            {action}
          </Button>
        )
      })}
    </section>
  )
}
